import { statement, type Tx } from '../../../platform/storage/index.ts';
import { type AccountChange, type RecordedChange, toRecordedChange } from '../../accounts/index.ts';
import type { IndexRow } from '../records/indexed-authorization.ts';

/** A position in the history of an account, in which decisions and changes have one order. */
export interface HistoryPlace {
  readonly at: Date;
  /** The account's sequence. A declined message has the sequence of the change after it. */
  readonly sequence: bigint;
  /** 0 for declined messages, which come before the change of their sequence. */
  readonly rank: number;
  readonly key: bigint;
}

export interface HistoryRange {
  readonly from: Date;
  readonly to: Date;
  readonly before: HistoryPlace;
}

const RANK = `case when l.action_code = '00' then 1 else 0 end`;
// the index table has no buckets, so the account id alone finds the rows
const selectDecisions = statement(
  'authorization.select-history',
  `select * from listed_authorizations l
    where l.bank_id = $1 and l.account_id in ($2) and l.decided_at >= $3 and l.decided_at < $4 and l.decided_at <= $5
      and (l.decided_at, coalesce(l.account_sequence, 0), ${RANK}, l.message_key) < ($5, $6, $7, $8)
    order by l.decided_at desc, coalesce(l.account_sequence, 0) desc, ${RANK} desc, l.message_key desc limit $9`,
);
const selectChanges = statement(
  'authorization.select-changes',
  `select sequence, at, kind, change from account_changes
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 and at >= $3 and at < $4 and at <= $5
      and (at, sequence, 1, 0::bigint) < ($5, $6, $7, $8)
    order by at desc, sequence desc limit $9`,
);

function rangeValues(bankId: string, accountId: bigint, { from, to, before }: HistoryRange, limit: number): unknown[] {
  return [bankId, accountId, from, to, before.at, before.sequence, before.rank, before.key, limit + 1];
}

export async function readDecisions(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  range: HistoryRange,
  limit: number,
): Promise<IndexRow[]> {
  return await tx.query(selectDecisions, rangeValues(bankId, accountId, range, limit));
}

export async function readNewestChanges(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  range: HistoryRange,
  limit: number,
): Promise<RecordedChange[]> {
  const rows = await tx.query<{ sequence: bigint; at: Date; kind: AccountChange['kind']; change: string }>(
    selectChanges,
    rangeValues(bankId, accountId, range, limit),
  );
  return rows.map(toRecordedChange);
}

const selectEndedRows = statement(
  'authorization.select-indexed-by-key',
  `select * from listed_authorizations l
    where l.bank_id = $1 and l.account_id in ($2) and l.message_key = any($3::bigint[])`,
);

/** Reads the authorizations whose reservations ended. */
export function readByKeys(tx: Tx, bankId: string, accountId: bigint, keys: readonly bigint[]): Promise<IndexRow[]> {
  return tx.query(selectEndedRows, [bankId, accountId, keys]);
}

export interface CardName {
  card_id: bigint;
  exid: string;
  masked_number: string;
  replaced_by: bigint | null;
  status_changed_at: Date;
}

const selectCardNames = statement(
  'authorization.select-card-names',
  `select card_id, exid, masked_number, replaced_by, status_changed_at from cards
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 order by status_changed_at`,
);

/** Reads the names of the account's cards, including replaced ones, in order of replacement. */
export function readCardNames(tx: Tx, bankId: string, accountId: bigint): Promise<CardName[]> {
  return tx.query(selectCardNames, [bankId, accountId]);
}
