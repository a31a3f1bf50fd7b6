import { basename } from 'node:path';
import { findOpenSandboxClients } from '../access/index.ts';
import { findSandboxBanks } from '../banks/index.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import type { Settings } from '../configuration/settings.ts';
import { readAcquirerModes } from '../merchants/index.ts';
import { findAllEndpoints, urlProblem } from '../outbox/index.ts';
import { findBanksWithSandboxKeys } from '../receiver/index.ts';
import { DEMO_CALLERS, readClockOffset } from '../sandbox/index.ts';
import type { Tx } from '../storage/index.ts';
import { markOf, type RootKeys, readKeyFile, sandboxKeyFile } from '../vault/index.ts';
import type { ProductionSettings, SandboxLeftovers } from './production-refusals.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Collects the inputs of the settings check. A configuration that cannot be read is reported where it is applied. */
export async function readProductionSettings(
  settings: Settings,
  environment: Environment,
): Promise<ProductionSettings> {
  const keyFile = settings.CARDWRIGHT_KEY_FILE;
  return {
    keyFile,
    isSandboxKeyFile: keyFile !== undefined && (await isMadeBySandbox(keyFile, settings.CARDWRIGHT_DATA_DIR)),
    tlsRejectUnauthorized: environment.NODE_TLS_REJECT_UNAUTHORIZED,
    openIssuers: settings.CARDWRIGHT_TRUSTED_ISSUERS.filter(({ jwks_url: url }) => !isHttps(url)).map(
      ({ issuer }) => issuer,
    ),
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

/** Recognised by its name, or by a key that is also in the sandbox's file of the same data folder. */
async function isMadeBySandbox(path: string, dataDir: string): Promise<boolean> {
  const own = sandboxKeyFile(dataDir);
  if (basename(path) === basename(own)) return true;
  const [keys, sandboxs] = await Promise.all([path, own].map((file) => readKeyFile(file).catch(() => undefined)));
  if (keys === undefined || sandboxs === undefined) return false;
  const known = marksOf(sandboxs);
  return marksOf(keys).some((mark) => known.includes(mark));
}

/** The same keys have the same hashes, whatever their versions. */
function marksOf({ masters, lookups }: RootKeys): string[] {
  return [...masters.values(), ...lookups.values()].map((key) => markOf(key, 1).toString('hex'));
}

/** Collects what a sandbox left in the database. */
export async function readLeftovers(tx: Tx): Promise<SandboxLeftovers> {
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
