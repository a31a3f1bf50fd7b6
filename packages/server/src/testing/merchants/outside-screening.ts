import { openAcquirerDirectory } from '../../acquiring/acquirers/acquirer-directory.ts';
import { amendmentQueue } from '../../acquiring/amendments/amendment-queue.ts';
import { createDenyLists } from '../../acquiring/deny-list/deny-lists.ts';
import { boardingQueue } from '../../acquiring/screening/boarding-queue.ts';
import { createScreening, type Screening } from '../../acquiring/screening/screening.ts';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import type { Configuration } from '../../host/configuration/configuration-schema.ts';
import { createLogger } from '../../platform/http/request-log.ts';
import { type BackgroundThrottle, NO_THROTTLE } from '../../platform/kernel/concurrency/background-throttle.ts';
import { maskValidCardNumbers } from '../../platform/kernel/text/masked-text.ts';
import { NO_SUBSCRIPTIONS } from '../../platform/operation/index.ts';
import { createEnqueueAll, createGuardedPost, createHostResolver } from '../../platform/outbox/index.ts';
import { openVault, sandboxKeys } from '../../platform/vault/index.ts';
import type { TestClock } from '../test-clock.ts';
import type { TestServer } from '../test-server.ts';

export const PROVIDER_TOKEN = 'provider-token-0123456789';
/** The client of PROV, an acquirer whose merchants an outside provider screens. */
export const PROVIDED_CLIENT = 'provided-acquirer';

const CLIENT: Configuration['oauth_clients'][number] = {
  client_id: PROVIDED_CLIENT,
  secret: `${PROVIDED_CLIENT}-secret`,
  kind: 'acquirer',
  acquirer_id: 'PROV',
  scopes: ['merchants:write', 'merchants:read', 'merchants:review', 'merchants:approve'],
};

/** Adds PROV and its client to the server. */
export async function addProvidedAcquirer(server: TestServer, providerUrl: string): Promise<void> {
  await configureProvided(server, providerUrl, {}, [CLIENT]);
  await server.server.periodicJobs.runDue();
}

/** Configures PROV's provider, for all screenings that start from now on. */
export async function configureProvided(
  { db, dataDir }: TestServer,
  providerUrl: string,
  settings: Record<string, unknown>,
  clients: Configuration['oauth_clients'] = [],
): Promise<void> {
  const vault = await openVault(db.database, await sandboxKeys(dataDir));
  const usual = { url: `${providerUrl}/screen`, token: PROVIDER_TOKEN, timeout_ms: 2_000, attempts: 3 };
  const acquirer = { acquirer_id: 'PROV', name: 'With a provider', screening: { ...usual, ...settings } };
  const configuration = { banks: [], acquirers: [acquirer], oauth_clients: clients };
  await applyConfiguration(db.database, configuration, { sandbox: true, vault });
}

export interface OpenedScreening {
  readonly screening: Screening;
  close(): Promise<void>;
}

export interface ScreeningContext {
  readonly clock: TestClock;
  /** Receives the log lines. */
  readonly logs: string[];
  /** The authority of the provider's certificate. */
  readonly ca: string;
  readonly allowPrivateAddresses: boolean;
  readonly throttle?: BackgroundThrottle;
}

/** Opens the screening of another server on the same database. */
export async function openScreening(
  { db: { database }, dataDir }: TestServer,
  { clock, logs, ca, allowPrivateAddresses, throttle = NO_THROTTLE }: ScreeningContext,
): Promise<OpenedScreening> {
  const vault = await openVault(database, await sandboxKeys(dataDir));
  const post = createGuardedPost({
    allowHttp: false,
    hosts: createHostResolver(),
    allowPrivateAddresses,
    extraCa: ca,
    connectMs: 2_000,
  });
  const enqueueAll = createEnqueueAll(vault);
  const screening = createScreening({
    database,
    maskCardNumbers: maskValidCardNumbers,
    changes: NO_SUBSCRIPTIONS,
    acquirers: await openAcquirerDirectory(database, vault),
    clock,
    post,
    logger: createLogger('debug', { write: (line) => void logs.push(line) }),
    denyLists: createDenyLists(),
    throttle,
    queues: [boardingQueue({ enqueueAll }), amendmentQueue({ enqueueAll, autoApproves: false })],
  });
  return {
    screening,
    close: async () => {
      await screening.stop();
      await post.close();
    },
  };
}
