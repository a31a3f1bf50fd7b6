import {
  createApprovalCodes,
  createEcommerceAuthorizer,
  createGroupCommit,
  createHotConnection,
  type OtherProcesses,
  type Partners,
  type ResponseTimes,
  recordBy,
} from '../../issuing/authorization/index.ts';
import type { BankDirectory } from '../../issuing/banks/index.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import type { LatencyMeter } from '../../platform/kernel/time/latency-meter.ts';
import { type Database, findBucketNodes } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Metrics } from './observability/metrics.ts';

interface Options {
  readonly settings: Settings;
  /** The other processes that share the port, if any. */
  readonly peerProcesses?: OtherProcesses;
}

interface Deps {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly banks: BankDirectory;
  readonly latency: Pick<LatencyMeter, 'note'>;
  readonly metrics: Pick<Metrics, 'decisions'>;
  readonly responseTimes: ResponseTimes;
  readonly partners: Partners;
}

export async function openAuthorizer(
  { settings, peerProcesses }: Options,
  { database, vault, clock, banks, latency, metrics, partners, responseTimes }: Deps,
) {
  const deadlineMs = settings.CARDWRIGHT_AUTHORIZATION_DEADLINE_MS;
  const nodes = await findBucketNodes(database);
  const leases = createHotConnection(database, { deadlineMs, isOnCitus: nodes !== undefined });
  const groupCommit = createGroupCommit({ database, vault }, createApprovalCodes(leases), clock, {
    laneCount: settings.CARDWRIGHT_AUTHORIZATION_LANES,
    nodes,
    deadlineMs,
    latency,
    meter: metrics.decisions.meter,
    partners,
    others: peerProcesses && { processes: peerProcesses, bank: banks.bank },
  });
  metrics.decisions.monitorQueue(groupCommit.queueLength);
  const close = async () => {
    await groupCommit.close();
    await leases.close();
  };
  return {
    ecommerce: createEcommerceAuthorizer({ banks, vault, groupCommit, noteResponse: recordBy(responseTimes, clock) }),
    close,
  };
}
