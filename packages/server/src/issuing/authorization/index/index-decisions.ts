import { NO_THROTTLE } from '../../../platform/kernel/concurrency/background-throttle.ts';
import { inChunks } from '../../../platform/kernel/concurrency/chunks.ts';
import { required } from '../../../platform/kernel/required.ts';
import { periodsAt } from '../../../platform/kernel/time/periods.ts';
import { runWork, type WorkDeps } from '../../../platform/operation/index.ts';
import { createEnqueueAll, type EnqueueAll } from '../../../platform/outbox/index.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { publishDecisionEvents, readSubscribed, type SubscribedEvents } from '../events/publish-decision-events.ts';
import { UNKNOWN_BANK } from '../message/resolved-message.ts';
import { type IndexRow, toIndexRow } from '../records/indexed-authorization.ts';
import {
  DECISIONS_AT_ONCE,
  type DecisionRow,
  forgetPending,
  isAnyPending,
  nameOfDecision,
  type PendingRow,
  readDecisionRows,
  readPending,
  tryIndexLock,
} from '../records/pending-decision-store.ts';
import { type CountableRow, mergeEqualRows } from '../statistics/count-decisions.ts';
import { countOrRecord, countRecorded } from '../statistics/count-indexed.ts';
import { countRuleHits, type EvaluatedRules, evaluatedRules } from '../statistics/count-rules.ts';
import { isAnyUncounted } from '../statistics/uncounted-store.ts';
import { insertIndexRows, updateIndexRows } from './index-store.ts';

/** The time zone of a bank, by its id. */
type TimeZoneOf = (bankId: string) => string;

function zonesOf(banks: BankDirectory): TimeZoneOf {
  return (bankId) => required(banks.bank(bankId), 'the bank of an authorization').calendar.timeZone;
}

/** What indexing needs next to its transaction. */
interface IndexingContext {
  readonly timeZoneOf: TimeZoneOf;
  readonly enqueueAll: EnqueueAll;
}

interface IndexingDeps {
  readonly banks: BankDirectory;
  readonly vault: Vault;
}

/** Selects, of all banks, those whose recorded decisions are counted next. */
interface CountingDeps {
  nextCounted(bankIds: readonly string[]): readonly string[];
}

/** Batches of the hot path that one transaction indexes. */
const BATCHES = 200;

/**
 * Indexes pending decisions and endings, for lists, statistics and events (docs/decisions/0028-lists.md). Several servers
 * may try at once: one does the work, and the others leave it to that one.
 * @returns how many batches were indexed
 */
export async function indexDecisions(
  { banks, vault, nextCounted, ...deps }: WorkDeps & IndexingDeps & CountingDeps,
  now: Date,
): Promise<number> {
  const { database } = deps;
  if (!(await isAnyPending(database)) && !(await isAnyUncounted(database))) return 0;
  const context: IndexingContext = { timeZoneOf: zonesOf(banks), enqueueAll: createEnqueueAll(vault) };
  const work = { operation: 'authorization.list-decided', actor: 'cardwright', requestId: '', now };
  // not throttled: under high traffic the index would fall behind
  return await inChunks(NO_THROTTLE, () =>
    runWork(deps, work, async ({ tx }) => {
      if (!(await tryIndexLock(tx))) return { commit: false, result: { done: 0, isLast: true } };
      const subscribed = await readSubscribed(tx);
      const done = await indexBatches({ tx, now, subscribed, ...context }, await readPending(tx, BATCHES));
      const counted = await countRecorded(tx, nextCounted(banks.allBankIds()), periodsIn(context.timeZoneOf));
      return { commit: done > 0 || counted, result: { done, isLast: done < BATCHES } };
    }),
  );
}

async function indexBatches(
  {
    timeZoneOf,
    ...publishing
  }: IndexingContext & { readonly tx: Tx; readonly now: Date; readonly subscribed: SubscribedEvents },
  pending: readonly PendingRow[],
): Promise<number> {
  const { tx } = publishing;
  const batches = [...new Set(pending.map((row) => row.unlisted_id))];
  if (batches.length === 0) return 0;
  const keys = [...new Map(pending.map((row) => [nameOfDecision(row), row])).values()];
  const added: CountableRow[] = [];
  const evaluated: EvaluatedRules[] = [];
  for (let from = 0; from < keys.length; from += DECISIONS_AT_ONCE) {
    const { rows, decisions } = await indexRows(tx, keys.slice(from, from + DECISIONS_AT_ONCE));
    added.push(...mergeEqualRows(rows));
    evaluated.push(...evaluatedRules(decisions, timeZoneOf));
  }
  // each decision is counted once: when its row is added
  if (added.length > 0) await countOrRecord(tx, added, periodsIn(timeZoneOf));
  await countRuleHits(tx, evaluated);
  await publishDecisionEvents(publishing, pending);
  await forgetPending(tx, batches);
  return batches.length;
}

/** @returns those that were not in the index before */
async function indexRows(
  tx: Tx,
  keys: readonly PendingRow[],
): Promise<{ readonly rows: readonly IndexRow[]; readonly decisions: readonly DecisionRow[] }> {
  // a card number of no bank here belongs to no bank's list
  const decisions = (await readDecisionRows(tx, keys)).filter((row) => row.bank_id !== UNKNOWN_BANK);
  if (decisions.length === 0) return { rows: [], decisions };
  const rows = decisions.map(toIndexRow);
  const added = await insertIndexRows(tx, rows);
  // the usual case: all rows are new
  if (added.length === rows.length) return { rows, decisions };
  const nameOf = (row: (typeof added)[number]) => `${row.bank_id}/${nameOfDecision(row)}`;
  const names = new Set(added.map(nameOf));
  const isNew = (row: IndexRow | DecisionRow) => names.has(nameOf(row));
  await updateIndexRows(
    tx,
    rows.filter((row) => !isNew(row)),
  );
  return { rows: rows.filter(isNew), decisions: decisions.filter(isNew) };
}

function periodsIn(timeZoneOf: TimeZoneOf) {
  return (row: CountableRow) => periodsAt(row.decided_at, timeZoneOf(row.bank_id));
}
