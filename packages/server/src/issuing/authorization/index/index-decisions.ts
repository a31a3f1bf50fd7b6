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
import { alikeTogether, type CountableRow } from '../statistics/count-decisions.ts';
import { countOrRecord, countRecorded } from '../statistics/count-indexed.ts';
import { countRuleHits, type EvaluatedRules, evaluatedRules } from '../statistics/count-rules.ts';
import { isAnyUncounted } from '../statistics/uncounted-store.ts';
import { insertIndexRows, updateIndexRows } from './index-store.ts';

/** The time zone of a bank, by its id. */
type TimeZoneOf = (bankId: string) => string;

function zonesOf(banks: BankDirectory): TimeZoneOf {
  return (bankId) => required(banks.bank(bankId), 'the bank of an authorization').calendar.timeZone;
}

/** What listing needs beside its transaction. */
interface Listing {
  readonly timeZoneOf: TimeZoneOf;
  readonly enqueueAll: EnqueueAll;
}

interface ListingDeps {
  readonly banks: BankDirectory;
  readonly vault: Vault;
}

/** Which banks are next, of all, whose statistics take what was noted of them. */
interface CountingTurn {
  nextCounted(bankIds: readonly string[]): readonly string[];
}

/** Batches of the hot path that are taken in one transaction. */
const BATCHES = 200;

/**
 * Brings the lists up to date with what was decided and what ended since (docs/decisions/0028-lists.md). Several servers may
 * try: one does the work, the others leave it to that one. Answers how many batches were taken.
 */
export async function indexDecisions(
  { banks, vault, nextCounted, ...deps }: WorkDeps & ListingDeps & CountingTurn,
  now: Date,
): Promise<number> {
  const { database } = deps;
  if (!(await isAnyPending(database)) && !(await isAnyUncounted(database))) return 0;
  const listing: Listing = { timeZoneOf: zonesOf(banks), enqueueAll: createEnqueueAll(vault) };
  const work = { operation: 'authorization.list-decided', actor: 'cardwright', requestId: '', now };
  // with as much traffic as there is to give way to, the lists would fall behind
  return await inChunks(NO_THROTTLE, () =>
    runWork(deps, work, async ({ tx }) => {
      if (!(await tryIndexLock(tx))) return { commit: false, result: { done: 0, isLast: true } };
      const wanted = await readSubscribed(tx);
      const done = await listThese({ tx, now, wanted, ...listing }, await readPending(tx, BATCHES));
      const counted = await countRecorded(tx, nextCounted(banks.allBankIds()), periodsIn(listing.timeZoneOf));
      return { commit: done > 0 || counted, result: { done, isLast: done < BATCHES } };
    }),
  );
}

async function listThese(
  { timeZoneOf, ...telling }: Listing & { readonly tx: Tx; readonly now: Date; readonly wanted: SubscribedEvents },
  unlisted: readonly PendingRow[],
): Promise<number> {
  const { tx } = telling;
  const batches = [...new Set(unlisted.map((row) => row.unlisted_id))];
  if (batches.length === 0) return 0;
  const keys = [...new Map(unlisted.map((row) => [nameOfDecision(row), row])).values()];
  const added: CountableRow[] = [];
  const asked: EvaluatedRules[] = [];
  for (let from = 0; from < keys.length; from += DECISIONS_AT_ONCE) {
    const { rows, decided } = await listRows(tx, keys.slice(from, from + DECISIONS_AT_ONCE));
    added.push(...alikeTogether(rows));
    asked.push(...evaluatedRules(decided, timeZoneOf));
  }
  // each is counted once: when it is added
  if (added.length > 0) await countOrRecord(tx, added, periodsIn(timeZoneOf));
  await countRuleHits(tx, asked);
  await publishDecisionEvents(telling, unlisted);
  await forgetPending(tx, batches);
  return batches.length;
}

/** Answers those that were not listed before. */
async function listRows(
  tx: Tx,
  keys: readonly PendingRow[],
): Promise<{ readonly rows: readonly IndexRow[]; readonly decided: readonly DecisionRow[] }> {
  // what names no bank here belongs in nobody's list
  const decided = (await readDecisionRows(tx, keys)).filter((row) => row.bank_id !== UNKNOWN_BANK);
  if (decided.length === 0) return { rows: [], decided };
  const rows = decided.map(toIndexRow);
  const added = await insertIndexRows(tx, rows);
  // nearly all are new, and as they are now
  if (added.length === rows.length) return { rows, decided };
  const nameOf = (row: (typeof added)[number]) => `${row.bank_id}/${nameOfDecision(row)}`;
  const names = new Set(added.map(nameOf));
  const isNew = (row: IndexRow | DecisionRow) => names.has(nameOf(row));
  await updateIndexRows(
    tx,
    rows.filter((row) => !isNew(row)),
  );
  return { rows: rows.filter(isNew), decided: decided.filter(isNew) };
}

function periodsIn(timeZoneOf: TimeZoneOf) {
  return (row: CountableRow) => periodsAt(row.decided_at, timeZoneOf(row.bank_id));
}
