import { NO_THROTTLE } from '../../../platform/kernel/concurrency/background-throttle.ts';
import { inChunks } from '../../../platform/kernel/concurrency/chunks.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { periodsAt } from '../../../platform/kernel/time/periods.ts';
import { runWork, type WorkDeps } from '../../../platform/operation/index.ts';
import { createEnqueueAll, type EnqueueAll } from '../../../platform/outbox/index.ts';
import { findBucketNodes, type Tx } from '../../../platform/storage/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { publishDecisionEvents, readSubscriptions } from '../events/publish-decision-events.ts';
import {
  deletePending,
  isAnyPending,
  type PendingBatch,
  readPending,
  readPendingBatches,
  tryIndexLock,
} from '../records/pending-decision-store.ts';
import { readRuleHits } from '../records/rule-hit-store.ts';
import type { CountableRow } from '../statistics/count-decisions.ts';
import { countOrRecord, countRecordedDecisions } from '../statistics/count-indexed.ts';
import { countRuleHits } from '../statistics/count-rules.ts';
import { hasUncountedDecisions } from '../statistics/uncounted-store.ts';
import { completeBatches } from './complete-batches.ts';
import { insertPendingDecisions, updatePendingEndings } from './index-store.ts';

/** The time zone of a bank, by its id. */
type TimeZoneOf = (bankId: string) => string;

function zonesOf(banks: BankDirectory): TimeZoneOf {
  return (bankId) => requireValue(banks.bank(bankId), 'the bank of an authorization').calendar.timeZone;
}

/** What indexing needs besides its transaction. */
interface IndexingContext {
  readonly timeZoneOf: TimeZoneOf;
  readonly enqueueAll: EnqueueAll;
  readonly isOnCitus: boolean;
  readonly now: Date;
}

interface IndexingDeps {
  readonly banks: BankDirectory;
  readonly vault: Vault;
}

/** Selects the banks whose recorded decisions are counted next. */
interface CountingDeps {
  nextCountedBanks(bankIds: readonly string[]): readonly string[];
}

/** The most batches of the hot path that one transaction indexes. `MESSAGES` limits their messages too. */
const BATCHES = 200;
/**
 * More than the messages of a second at full load. After an outage, a statement about all pending messages could exceed
 * its time limit.
 */
const MESSAGES = 10_000;

/**
 * Indexes pending decisions and endings, for lists, statistics and events (docs/decisions/0028-lists.md). Several
 * servers may try at once: one does the work, and the others skip it.
 * @returns how many batches were indexed
 */
export async function indexDecisions(
  { banks, vault, nextCountedBanks, ...deps }: WorkDeps & IndexingDeps & CountingDeps,
  now: Date,
): Promise<number> {
  const { database } = deps;
  if (!(await isAnyPending(database)) && !(await hasUncountedDecisions(database))) return 0;
  const isOnCitus = (await findBucketNodes(database)) !== undefined;
  const context: IndexingContext = {
    timeZoneOf: zonesOf(banks),
    enqueueAll: createEnqueueAll(vault),
    isOnCitus,
    now,
  };
  const work = { operation: 'authorization.index-decisions', actor: 'cardwright', requestId: '', now };
  // not throttled: under high traffic the index would fall behind
  return await inChunks(NO_THROTTLE, () =>
    runWork(deps, work, async ({ tx }) => {
      if (!(await tryIndexLock(tx))) return { commit: false, result: { done: 0, isLast: true } };
      const oldest = await readPendingBatches(tx, BATCHES);
      const batches = firstOf(oldest, MESSAGES);
      if (batches.length > 0) await indexBatches(tx, batches, context);
      const counted = await countRecordedDecisions(
        tx,
        nextCountedBanks(banks.allBankIds()),
        periodsIn(context.timeZoneOf),
      );
      const count = batches.length;
      return {
        commit: count > 0 || counted,
        result: { done: count, isLast: count === oldest.length && count < BATCHES },
      };
    }),
  );
}

/** Returns the first batches with at most this number of messages together, and at least one batch. */
function firstOf(batches: readonly PendingBatch[], limit: number): readonly PendingBatch[] {
  let messages = 0;
  const tooMany = batches.findIndex((batch, at) => {
    messages += batch.messages;
    return at > 0 && messages > limit;
  });
  return tooMany === -1 ? batches : batches.slice(0, tooMany);
}

async function indexBatches(
  tx: Tx,
  batches: readonly PendingBatch[],
  { timeZoneOf, enqueueAll, isOnCitus, now }: IndexingContext,
): Promise<void> {
  const ids = batches.map((batch) => batch.unlisted_id);
  const decisions = batches.filter((batch) => !batch.is_ending);
  if (decisions.length > 0) {
    const { hasRuleHits } = await completeBatches(tx, decisions);
    const rows = await insertPendingDecisions(tx, decisions, isOnCitus);
    // each decision is counted once: when its row is added
    if (rows.length > 0) await countOrRecord(tx, rows, periodsIn(timeZoneOf));
    if (hasRuleHits) await countRuleHits(tx, await readRuleHits(tx, decisions), timeZoneOf);
  }
  const endings = batches.filter((batch) => batch.is_ending);
  if (endings.length > 0) await updatePendingEndings(tx, endings);
  const subscribedEvents = await readSubscriptions(tx);
  if (subscribedEvents.size > 0)
    await publishDecisionEvents({ tx, enqueueAll, subscribedEvents, now }, await readPending(tx, ids));
  await deletePending(tx, ids);
}

function periodsIn(timeZoneOf: TimeZoneOf) {
  return (row: CountableRow) => periodsAt(row.decided_at, timeZoneOf(row.bank_id));
}
