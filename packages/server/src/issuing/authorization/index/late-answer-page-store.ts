import { type Page, type Place, START } from '../../../platform/kernel/page.ts';
import { statement, type Tx } from '../../../platform/storage/index.ts';
import { type LateKey, readLateKeys } from '../partner/late-answer-store.ts';
import type { IndexRow } from '../records/indexed-authorization.ts';
import { readPendingOf } from '../records/pending-decision-store.ts';
import { type DisplayRow, nameIndexRows } from './index-name.ts';
import { type AuthorizationFilter, filterRows, filterValues, INDEX_FILTERS } from './index-page-store.ts';
import { readPendingRows, withPending } from './pending-of-account.ts';

export interface LateRow extends DisplayRow {
  readonly lateAnswer: Pick<LateKey, 'decision' | 'at'>;
}

export interface LatePage {
  /** Newest answer first, one row more than the page holds. */
  readonly rows: LateRow[];
  readonly scannedTo: Place | undefined;
}

/** The most late answers that one page scans. */
const MAX_ROWS_SCANNED = 1_000;
/** The maximum time between a decision and its late answer; the actual wait takes only seconds. */
const APART_MS = 3_600_000;

const selectRowsOfKeys = statement(
  'authorization.select-indexed-of-late-answers',
  `select l.* from unnest($2::bigint[], $3::bigint[], $4::timestamptz[]) as late (account_id, message_key, at)
     join listed_authorizations l
       on l.bank_id = $1 and l.account_id = late.account_id and l.message_key = late.message_key
      and l.decided_at > late.at - interval '1 hour' and l.decided_at < late.at + interval '1 hour'
    where l.decided_at >= $5 and l.decided_at < $6 and ${INDEX_FILTERS}`,
);

/**
 * Lists decisions for which the bank's own system answered late. Includes pending decisions if the list is for one
 * account. Uses two statements: answers are stored with their accounts, and the index with its bank.
 */
export async function listLateAnswers(
  tx: Tx,
  bankId: string,
  filter: AuthorizationFilter,
  { before, limit }: Page,
): Promise<LatePage> {
  const { from, to, lateAnswer, accountId } = filter;
  const keys = await readLateKeys(tx, bankId, {
    decision: lateAnswer === 'ANY' ? null : (lateAnswer ?? null),
    before,
    from: new Date(from.getTime() - APART_MS),
    to: new Date(to.getTime() + APART_MS),
    limit: MAX_ROWS_SCANNED,
  });
  if (keys.length === 0) return { rows: [], scannedTo: undefined };
  const keysWithAnswer = new Set(keys.map((key) => key.message_key));
  const pending =
    accountId === null ? [] : (await readPendingOf(tx, accountId)).filter((key) => keysWithAnswer.has(key.message_key));
  const of = [keys.map((key) => key.account_id), keys.map((key) => key.message_key), keys.map(({ at }) => at)];
  const indexRows = await tx.query<IndexRow>(selectRowsOfKeys, [bankId, ...of, from, to, ...filterValues(filter)]);
  const all = { before: START, limit };
  const others = await filterRows(tx, bankId, filter, all, await readPendingRows(tx, pending));
  const byKey = new Map(
    withPending(indexRows, pending, others).map((row) => [`${row.account_id} ${row.message_key}`, row]),
  );
  const matching = keys.flatMap((key) => {
    const row = byKey.get(`${key.account_id} ${key.message_key}`);
    return row === undefined ? [] : [{ row, late: key }];
  });
  const page = matching.slice(0, limit + 1);
  const displayRows = await nameIndexRows(
    tx,
    bankId,
    page.map(({ row }) => row),
  );
  const rows = displayRows.flatMap((row, at): LateRow[] => {
    const lateAnswer = page[at]?.late;
    return lateAnswer === undefined ? [] : [{ ...row, lateAnswer }];
  });
  const last = keys.length < MAX_ROWS_SCANNED ? undefined : keys.at(-1);
  return { rows, scannedTo: last && rows.length <= limit ? { at: last.at, id: last.message_key } : undefined };
}
