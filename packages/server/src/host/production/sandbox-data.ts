import { readAcquirerModes } from '../../acquiring/index.ts';
import { findSandboxBanks } from '../../issuing/banks/index.ts';
import { findOpenSandboxClients } from '../../platform/access/index.ts';
import { findAllEndpoints, urlProblem } from '../../platform/outbox/index.ts';
import { findBanksWithSandboxKeys } from '../../platform/receiver/index.ts';
import { routeOf, type Tx } from '../../platform/storage/index.ts';
import { judgeKeyFile } from '../../platform/vault/index.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import type { Configuration } from '../configuration/configuration-schema.ts';
import type { Settings } from '../configuration/settings.ts';
import { DEMO_CALLERS, readClockOffset } from '../sandbox/index.ts';
import type { SandboxData } from './refuse-sandbox-data.ts';
import type { ProductionSettings } from './refuse-settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Collects the inputs of the settings check. Applying the configuration reports a file that cannot be read. */
export async function readProductionSettings(
  settings: Settings,
  environment: Environment,
): Promise<ProductionSettings> {
  const { CARDWRIGHT_KEY_FILE: keyFile, CARDWRIGHT_PUBLIC_URL: publicUrl } = settings;
  // opening the file reports a file that cannot be read
  const keys = keyFile === undefined ? undefined : await judgeKeyFile(keyFile).catch(() => undefined);
  return {
    keyFile,
    isSandboxKeyFile: keys?.isOfSandbox === true,
    keyProblem: keys?.problem,
    publicUrl,
    openPublicUrl: publicUrl === undefined || isHttps(publicUrl) ? undefined : publicUrl,
    openDatabases: settings.CARDWRIGHT_TRUST_DATABASE_NETWORK ? [] : openDatabasesOf(settings),
    tlsRejectUnauthorized: environment.NODE_TLS_REJECT_UNAUTHORIZED,
    openIssuers: settings.CARDWRIGHT_TRUSTED_ISSUERS.filter(({ jwks_url: url }) => !isHttps(url)).map(
      ({ issuer }) => issuer,
    ),
    anchorUrls: settings.CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS.map(({ url }) => url),
    configuration: await configurationOf(settings),
    publishedSecrets: DEMO_CALLERS.map(({ secret }) => secret),
    urlProblem: (url) => urlProblem(url, PRODUCTION),
  };
}

function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:';
}

async function configurationOf({ CARDWRIGHT_CONFIG_FILE: path }: Settings): Promise<Configuration | undefined> {
  return path === undefined ? undefined : await readConfiguration(path).catch(() => undefined);
}

function openDatabasesOf(settings: Settings): string[] {
  const names = ['DATABASE_URL', 'CARDWRIGHT_OWNER_DATABASE_URL'] as const;
  return names.filter((name) => {
    const url = settings[name];
    return url !== undefined && routeOf(url) === 'unverified';
  });
}

/** Collects the sandbox data in the database. */
export async function readSandboxData(tx: Tx): Promise<SandboxData> {
  const endpoints = (await findAllEndpoints(tx)).filter(({ state }) => state !== 'DISABLED');
  return {
    clients: await findOpenSandboxClients(tx, DEMO_CALLERS),
    banks: await findSandboxBanks(tx),
    acquirers: (await readAcquirerModes(tx)).sandbox,
    endpoints: endpoints.flatMap(({ bank_id: bankId, endpoint_id: endpointId, url, oauth_token_url: tokenUrl }) => {
      const because = [url, tokenUrl].flatMap((text) => (text === null ? [] : (urlProblem(text, PRODUCTION) ?? [])))[0];
      return because === undefined ? [] : [{ bankId, endpointId, because }];
    }),
    clockAheadMs: await readClockOffset(tx),
    receivers: await findBanksWithSandboxKeys(tx),
  };
}

const PRODUCTION = { allowHttp: false, allowPrivateAddresses: false };
