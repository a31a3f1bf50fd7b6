import type { ServiceStatus } from '@cardwright/contract';
import { longestOf, readPendingLag, readResponseHours } from '../../../issuing/authorization/index.ts';
import type { BankDirectory } from '../../../issuing/banks/index.ts';
import { countUnsealedRows } from '../../../platform/audit/index.ts';
import { ownVersion } from '../../../platform/kernel/own-version.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { Database } from '../../../platform/storage/index.ts';
import { readKeys } from '../../../platform/vault/index.ts';
import type { Settings } from '../../configuration/settings.ts';
import { readLiveHolders } from '../../keys/index.ts';
import type { ReplicationMonitor } from '../database/monitor-replication.ts';
import { readEndpointStatus } from './endpoint-status.ts';
import { readFiringAlerts } from './firing-alerts.ts';
import { readDatabaseFacts } from './service-store.ts';

export interface ServiceStatusDeps {
  readonly settings: Settings;
  readonly database: Database;
  readonly banks: BankDirectory;
  readonly clock: Clock;
  readonly replication: ReplicationMonitor['now'];
}

const HOURS_MS = 6 * 3_600_000;
const MAX_COUNTED = 10_000;
const STARTED_AT = new Date(performance.timeOrigin);

/**
 * Reads the state of the whole service for the operator. Contains no card, no customer and no amount
 * (docs/operate/watching.md#the-operators-page).
 */
export async function readServiceStatus(deps: ServiceStatusDeps): Promise<ServiceStatus> {
  const { settings, database, banks, clock } = deps;
  const { open, idle, waiting, waitingForLocks } = database.pool();
  const [alerts, facts, servers, keys, audit, index, hours, endpoints] = await Promise.all([
    readFiringAlerts(settings.CARDWRIGHT_PROMETHEUS_URL),
    readDatabaseFacts(database),
    readLiveHolders(database),
    readKeys(database),
    countUnsealedRows(database, MAX_COUNTED),
    readPendingLag(database, MAX_COUNTED),
    readResponseHours(database, banks.allBankIds(), new Date(clock.now().getTime() - HOURS_MS)),
    readEndpointStatus(database, banks),
  ]);
  const replication = deps.replication();
  return {
    at: clock.now().toISOString(),
    mode: settings.CARDWRIGHT_MODE,
    version: ownVersion(),
    node: process.versions.node,
    started_at: STARTED_AT.toISOString(),
    servers: servers.map(({ name, seen_at, problem }) => ({ name, seen_at: seen_at.toISOString(), problem })),
    database: {
      version: facts.version,
      bytes: Number(facts.bytes),
      replication: replication?.state ?? null,
      standbys: replication?.standbys ?? 0,
      lag_seconds: replication?.lagSeconds ?? null,
      archived_at: iso(facts.archived_at),
      archive_failed_at: iso(facts.archive_failed_at),
    },
    connections: { idle, busy: open - idle, waiting: waiting + waitingForLocks },
    authorizations: hours.map(({ starts_at, messages, half, most }) => ({
      from: starts_at.toISOString(),
      messages: Number(messages),
      p50_ms: longestOf(half),
      p99_ms: longestOf(most),
    })),
    index: { batches: index.batches, oldest_at: iso(index.oldest_at) },
    audit: { unsealed: audit.waiting, oldest_at: iso(audit.since) },
    endpoints,
    keys: keys
      .filter(({ state }) => state !== 'RETIRED')
      .map(({ kind, key_version, state, created_at }) => ({
        kind,
        version: key_version,
        state,
        created_at: created_at.toISOString(),
      })),
    alerts,
  };
}

function iso(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
