import { readHistory } from '@cardwright/contract';
import { readActors } from '../../../platform/audit/index.ts';
import { currencyOf } from '../../../platform/kernel/money.ts';
import { cursorAfter, readPage } from '../../../platform/kernel/page.ts';
import { fail, ok, type Result } from '../../../platform/kernel/result.ts';
import { readTimeRange } from '../../../platform/kernel/time/time-range.ts';
import { findAccount, type RecordedChange } from '../../accounts/index.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import { readPendingRows, withPending } from '../index/pending-of-account.ts';
import type { IndexRow } from '../records/indexed-authorization.ts';
import { readPendingOf } from '../records/pending-decision-store.ts';
import { allSubjects, toChangeEntry, toDecisionEntry } from './history-entry.ts';
import {
  type HistoryPlace,
  type HistoryRange,
  readByKeys,
  readCardNames,
  readDecisions,
  readNewestChanges,
} from './history-store.ts';

const CURSOR = /^(\d{13})-(\d{1,18})-([01])-(-?\d{1,19})$/;
const MAX_KEY = 9_223_372_036_854_775_807n;
const START: HistoryPlace = { at: new Date('9999-12-31T00:00:00Z'), sequence: MAX_KEY, rank: 1, key: MAX_KEY };

/** Returns all changes and decisions of an account in one sequence (docs/interface/accounts.md#history). */
export function readHistoryOperation(banks: BankDirectory) {
  return implementBankRest(readHistory, banks, async ({ tx, bankId, audit }, { params, query }) => {
    const page = readPage({ limit: query.limit });
    if (!page.ok) return page;
    const before = readPlace(query.cursor);
    if (!before.ok) return before;
    const account = await findAccount(tx, bankId, params.account_number);
    if (account === undefined) return fail('account_not_found');
    const { account_id: accountId, account_number: accountNumber } = account;
    const { limit } = page.value;
    const range = { ...readTimeRange(query), before: before.value };
    // these run in this order, so a decision that is indexed meanwhile is in both results
    const [pending, indexedRows, changes] = await Promise.all([
      readPendingOf(tx, accountId),
      readDecisions(tx, bankId, accountId, range, limit),
      readNewestChanges(tx, bankId, accountId, range, limit),
    ]);
    const recent = pending.filter((key) => key.decided_at >= range.from && key.decided_at <= range.before.at);
    const news = await readPendingRows(tx, recent);
    const decisions = withPending(
      indexedRows,
      recent,
      news.filter((row) => isIn(range, row)),
    );
    const entries = [
      ...decisions.map((row) => ({ place: placeOfDecision(row), row, change: undefined })),
      ...changes.map((change) => ({ place: placeOfChange(change), row: undefined, change })),
    ].sort((one, other) => compare(other.place, one.place));
    const pageEntries = entries.slice(0, limit);
    const pageChanges = pageEntries.flatMap(({ change }) => change ?? []);
    const keys = pageChanges.flatMap(({ change }) =>
      change.kind === 'RESERVATION_ENDED' ? BigInt(change.messageKey) : [],
    );
    const endedRows = keys.length === 0 ? [] : await readByKeys(tx, bankId, accountId, keys);
    const changedKeys = pending.filter((key) => keys.includes(key.message_key));
    const endedNow = withPending(endedRows, changedKeys, await readPendingRows(tx, changedKeys));
    const about = {
      accountNumber,
      money: currencyOf(account.currency),
      cards: await readCardNames(tx, bankId, accountId),
      endedRows: new Map(endedNow.map((row) => [String(row.message_key), row])),
    };
    const times = pageChanges.map(({ at }) => at);
    const actors = times.length === 0 ? [] : await readActors(tx, bankId, times, allSubjects(about, pageChanges));
    const items = pageEntries.map(({ row, change }) =>
      row === undefined ? toChangeEntry(change, { ...about, actors }) : toDecisionEntry(row, { ...about, actors }),
    );
    audit(bankId, `account:${accountNumber}`, 'history read', { entries: items.length });
    return ok({ body: { items, next: cursorAfter(entries, limit, ({ place }) => cursorOfPlace(place)) } });
  });
}

function isIn({ from, to, before }: HistoryRange, row: IndexRow): boolean {
  return row.decided_at >= from && row.decided_at < to && compare(placeOfDecision(row), before) < 0;
}

function placeOfDecision(row: IndexRow): HistoryPlace {
  const rank = row.action_code === '00' ? 1 : 0;
  return { at: row.decided_at, sequence: row.account_sequence ?? 0n, rank, key: row.message_key };
}

function placeOfChange({ at, sequence }: RecordedChange): HistoryPlace {
  return { at, sequence, rank: 1, key: 0n };
}

function compare(one: HistoryPlace, other: HistoryPlace): number {
  if (one.at.getTime() !== other.at.getTime()) return one.at.getTime() - other.at.getTime();
  if (one.sequence !== other.sequence) return one.sequence < other.sequence ? -1 : 1;
  if (one.rank !== other.rank) return one.rank - other.rank;
  return one.key < other.key ? -1 : 1;
}

function cursorOfPlace({ at, sequence, rank, key }: HistoryPlace): string {
  return `${at.getTime()}-${sequence}-${rank}-${key}`;
}

function readPlace(cursor: string | undefined): Result<HistoryPlace, 'value_not_allowed'> {
  if (cursor === undefined) return ok(START);
  const [, ms, sequence, rank, key] = CURSOR.exec(cursor) ?? [];
  if (key === undefined || BigInt.asIntN(64, BigInt(key)) !== BigInt(key)) {
    return fail('value_not_allowed', { path: 'cursor', message: 'must be what a page gave for the next one' });
  }
  return ok({ at: new Date(Number(ms)), sequence: BigInt(sequence ?? 0), rank: Number(rank), key: BigInt(key) });
}
