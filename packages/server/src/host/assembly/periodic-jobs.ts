import type { Logger } from 'pino';
import type { AcquirerDirectory } from '../../acquiring/index.ts';
import {
  deleteExpiredReversals,
  expireReservations,
  indexDecisions,
  MAX_BANK_SERIES,
  type RecordHasher,
  type ResponseTimes,
  sealDecisions,
} from '../../issuing/authorization/index.ts';
import type { BankDirectory } from '../../issuing/banks/index.ts';
import { deleteClosedNumbers } from '../../issuing/cards/index.ts';
import { indexClients } from '../../issuing/clients/index.ts';
import type { CardProduction } from '../../issuing/embossing/index.ts';
import { acquirerLog, countUnsealedRows, OPERATOR_LOG } from '../../platform/audit/index.ts';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { BackgroundThrottle } from '../../platform/kernel/concurrency/background-throttle.ts';
import { chunkOf, inChunks } from '../../platform/kernel/concurrency/chunks.ts';
import { createRoundRobin } from '../../platform/kernel/concurrency/round-robin.ts';
import { type Clock, systemClock } from '../../platform/kernel/time/clock.ts';
import { every } from '../../platform/kernel/time/every.ts';
import { deleteOldRequests, type WarningLedger, type WorkDeps } from '../../platform/operation/index.ts';
import {
  BANK_OF_ACQUIRERS,
  deleteOldMessages,
  deleteRemains,
  dropExpiredMessages,
  expireOverdue,
  type PartnerSigningKeys,
  readFeedLag,
  readFeeds,
  readPendingOfBanks,
} from '../../platform/outbox/index.ts';
import { deleteOldSessions } from '../../platform/people/index.ts';
import { deleteExpiredActivations, deleteReceivedBefore, type ReceiverKeys } from '../../platform/receiver/index.ts';
import { type Database, ensurePartitions } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { AuditJobs } from './audit-jobs.ts';
import type { Metrics } from './observability/metrics.ts';
import type { DemoData } from './open-demo-data.ts';

const LEDGERS_EVERY_MS = 1_000;
const SEAL_EVERY_MS = 1_000;
const LIST_EVERY_MS = 1_000;
const BUSINESS_EVERY_MS = 30_000;
/**
 * The maximum number of owners whose old rows one round deletes, with a dozen statements each. Later rounds continue
 * with further owners.
 */
const OWNERS_A_ROUND = 100;
/**
 * The maximum number of banks whose response times are written each second. A bank has about twenty rows, and a later
 * write costs as much.
 */
const TIMED_BANKS = 30;
const DAY_MS = 86_400_000;
const DELETED_AT_ONCE = 200;
const MAX_COUNTED = 10_000;
const BANK_OF_NETWORKS = '-';

interface PeriodicJobsDeps extends WorkDeps {
  readonly throttle: BackgroundThrottle;
  /** If false, this process only reloads its caches and writes its ledgers, and another process runs the other jobs. */
  readonly runsPeriodicJobs: boolean;
  readonly demoData: Pick<DemoData, 'expiryScope'>;
  readonly audit: AuditJobs;
  readonly banks: BankDirectory;
  readonly acquirers: AcquirerDirectory;
  readonly cardProduction: CardProduction;
  readonly receiverKeys: ReceiverKeys;
  readonly partnerKeys: PartnerSigningKeys;
  readonly warnings: WarningLedger;
  readonly responseTimes: ResponseTimes;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly recordHasher: RecordHasher;
  readonly reservationDays: number;
  /** Without it, the numbers of closed cards are not deleted. */
  readonly closedCardDays: number | undefined;
  readonly outboxRetentionDays: number;
  readonly metrics: Pick<Metrics, 'outbox' | 'backlog'>;
  readonly logger: Logger;
}

export interface PeriodicJobs {
  /** Runs all jobs that are due, for all banks: partitions, expired reservations, old message ids. */
  runDue(): Promise<void>;
  /** Brings the lists of authorizations and their statistics up to date. */
  indexDecisions(): Promise<void>;
  /** Creates the partitions for a time before a clock moves to it. */
  prepareFor(now: Date): Promise<void>;
  stop(): Promise<void>;
}

/** Selects the banks and other owners that the current round covers. */
interface Rotation {
  ofBanks(all: readonly string[]): readonly string[];
  ofOthers(all: readonly string[]): readonly string[];
}

const EVERYONE: Rotation = { ofBanks: (all) => all, ofOthers: (all) => all };

/**
 * Starts the periodic jobs. Every server runs all of them, but only one of several workers does. Each job can run
 * concurrently with the same job on other servers.
 */
export function startPeriodicJobs(deps: PeriodicJobsDeps): PeriodicJobs {
  const { runsPeriodicJobs } = deps;
  const next: Rotation = { ofBanks: createRoundRobin(OWNERS_A_ROUND), ofOthers: createRoundRobin(OWNERS_A_ROUND) };
  const nextCountedBanks = createRoundRobin<string>(MAX_BANK_SERIES);
  const list = async () => void (await indexDecisions({ ...deps, nextCountedBanks }, deps.clock.now()));
  const onError = (error: unknown) => {
    deps.metrics.backlog.countFailure();
    deps.logger.warn({ err: error }, 'a periodic job failed; retrying in the next round');
  };
  const listing = every(LIST_EVERY_MS, async () => (runsPeriodicJobs ? await list() : undefined), onError);
  const maintenance = every(
    BUSINESS_EVERY_MS,
    runsPeriodicJobs ? () => runMaintenance(deps, next) : () => reloadCaches(deps),
    onError,
  );
  const jobs = [
    every(LEDGERS_EVERY_MS, () => deps.warnings.flush(), onError),
    every(LEDGERS_EVERY_MS, () => deps.responseTimes.flush(TIMED_BANKS), onError),
    ...(runsPeriodicJobs ? [every(SEAL_EVERY_MS, () => deps.audit.seal(), onError)] : []),
    listing,
    maintenance,
  ];
  return {
    // Jobs skip what another run has locked, so these runs wait for the run in progress.
    runDue: () => maintenance.whileIdle(() => runMaintenance(deps, EVERYONE)),
    indexDecisions: () =>
      listing.whileIdle(async () => {
        await deps.responseTimes.flush();
        await list();
      }),
    prepareFor: (now) => makePartitions(deps.database, now),
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
      await deps.recordHasher.close();
      for (const ledger of [deps.warnings, deps.responseTimes]) await ledger.flush().catch(() => {});
      if (!runsPeriodicJobs) return;
      await deps.audit
        .finish()
        .catch((err: unknown) => deps.logger.warn({ err }, 'cannot seal the audit log; retrying every second'));
    },
  };
}

async function runMaintenance(deps: PeriodicJobsDeps, rotation: Rotation): Promise<void> {
  const now = deps.clock.now();
  // first, because this metric must not depend on a job that may fail
  const { waiting, since } = await countUnsealedRows(deps.database, MAX_COUNTED);
  deps.metrics.backlog.setAuditQueue(waiting, since, now);
  await makePartitions(deps.database, now);
  await reloadCaches(deps);
  const bankIds = rotation.ofBanks(deps.banks.allBankIds());
  const failures = await forEachBank(deps.banks, bankIds, (bank) => maintainBank(deps, bank, now));
  const others = [...deps.acquirers.allAcquirerIds().map(acquirerLog), OPERATOR_LOG];
  for (const owner of [...bankIds, ...rotation.ofOthers(others)]) {
    await deleteOldRequests(deps, owner, now);
    // sessions end by the system clock, even if the sandbox's clock was moved
    await deleteOldSessions(deps, owner, systemClock.now());
  }
  await maintainOutbox(deps, bankIds, now);
  // the reversals of networks have no bank
  for (const bankId of [...bankIds, BANK_OF_NETWORKS]) {
    await inChunks(deps.throttle, () =>
      chunkOf(DELETED_AT_ONCE, (most) => deleteExpiredReversals(deps.database, bankId, now, most)),
    );
  }
  await deps.cardProduction.maintain(bankIds, now);
  await deps.audit.maintain(now);
  // last, because it reads every decision, so that a fault in one of them stops no other job
  failures.push(...(await forEachBank(deps.banks, bankIds, ({ bankId }) => sealDecisions(deps, bankId, now))));
  if (failures.length > 1) throw new AggregateError(failures, 'jobs of several banks failed');
  if (failures.length > 0) throw failures[0];
}

/** Continues with the other banks after a failure in one of them, and returns the failures. */
async function forEachBank(
  banks: BankDirectory,
  bankIds: readonly string[],
  work: (bank: Bank) => Promise<unknown>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const bankId of bankIds) {
    const bank = banks.bank(bankId);
    if (bank !== undefined) await work(bank).catch((error: unknown) => failures.push(error));
  }
  return failures;
}

async function reloadCaches(deps: PeriodicJobsDeps): Promise<void> {
  await deps.banks.reload();
  await deps.acquirers.reload();
  await deps.receiverKeys.reload();
  await deps.partnerKeys.reload(deps.banks.allBankIds());
}

async function maintainBank(deps: PeriodicJobsDeps, bank: Bank, now: Date): Promise<void> {
  const { bankId } = bank;
  const scope = await deps.demoData.expiryScope(bankId);
  const expired = await expireReservations(deps, bank, deps.reservationDays, () => deps.clock.now(), scope);
  if (expired > 0) deps.logger.info({ bank: bankId, expired }, 'reservations expired');
  await indexClients(deps, bankId, now);
  if (deps.closedCardDays !== undefined) {
    const deleted = await deleteClosedNumbers(deps, bankId, deps.closedCardDays, now);
    if (deleted > 0) deps.logger.info({ bank: bankId, deleted }, 'numbers of closed cards deleted');
  }
}

async function maintainOutbox(deps: PeriodicJobsDeps, bankIds: readonly string[], now: Date): Promise<void> {
  const { database, throttle, metrics, logger } = deps;
  const before = new Date(now.getTime() - deps.outboxRetentionDays * DAY_MS);
  // the notifications of acquirers have no bank
  for (const bankId of [...bankIds, BANK_OF_ACQUIRERS]) {
    await deleteRemains(deps, bankId, now);
    await dropExpiredMessages(deps, bankId, now);
    const dead = await expireOverdue(deps, bankId, now);
    if (dead > 0) {
      metrics.outbox.countDead(dead);
      logger.warn({ bank: bankId, messages: dead }, 'gave up notifications that were not delivered within 30 days');
    }
    await deleteOldMessages(deps, bankId, deps.outboxRetentionDays, now);
    await inChunks(throttle, () =>
      chunkOf(DELETED_AT_ONCE, (most) => deleteExpiredActivations(database, bankId, now, most)),
    );
    await inChunks(throttle, () =>
      chunkOf(DELETED_AT_ONCE, (most) => deleteReceivedBefore(database, bankId, before, most)),
    );
  }
  const all = [...deps.banks.allBankIds(), BANK_OF_ACQUIRERS];
  metrics.backlog.setOutbox(await readPendingOfBanks(database, all), now);
  const feeds: { bankId: string; since: Date | undefined }[] = [];
  for (const { bank_id: bankId } of await readFeeds(database))
    feeds.push({ bankId, since: await readFeedLag(database, bankId) });
  metrics.backlog.setFeeds(feeds, now);
}

async function makePartitions(database: Database, now: Date): Promise<void> {
  const client = await database.connect({ asOwner: true });
  try {
    await ensurePartitions(client, now);
  } finally {
    await client.end();
  }
}
