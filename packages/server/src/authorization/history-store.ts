import { type AccountChange, type RecordedChange, toRecorded } from '../accounts/index.ts';
import { statement, type Tx } from '../storage/index.ts';
import { type ShownRow, WITH_NAMES } from './listed-page-store.ts';

/** A place in the history of an account: decisions and changes are in one order. */
export interface HistoryPlace {
  readonly at: Date;
  /** The account's sequence; a refused message has that of the change after it. */
  readonly sequence: bigint;
  /** 0 for refused messages, which come before the change of their sequence. */
  readonly rank: number;
  readonly key: bigint;
}

export interface HistoryRange {
  readonly from: Date;
  readonly to: Date;
  readonly before: HistoryPlace;
}

const RANK = `case when l.action_code = '00' then 1 else 0 end`;
const selectDecisions = statement(
  'authorization.select-history',
  `${WITH_NAMES} from (
     select * from listed_authorizations l
      where l.bank_id = $1 and l.account_id = $2 and l.decided_at >= $3 and l.decided_at < $4 and l.decided_at <= $5
        and (l.decided_at, coalesce(l.account_sequence, 0), ${RANK}, l.message_key) < ($5, $6, $7, $8)
      order by l.decided_at desc, coalesce(l.account_sequence, 0) desc, ${RANK} desc, l.message_key desc limit $9) f
     left join accounts a on a.bucket = account_bucket(f.account_id) and a.account_id = f.account_id
     left join cards c on c.bucket = a.bucket and c.account_id = f.account_id and c.card_id = f.card_id`,
);
const selectChanges = statement(
  'authorization.select-changes',
  `select sequence, at, kind, change from account_changes
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 and at >= $3 and at < $4 and at <= $5
      and (at, sequence, 1, 0) < ($5, $6, $7, $8)
    order by at desc, sequence desc limit $9`,
);

function asked(bankId: string, accountId: bigint, { from, to, before }: HistoryRange, limit: number): unknown[] {
  return [bankId, accountId, from, to, before.at, before.sequence, before.rank, before.key, limit + 1];
}

export async function readDecisions(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  range: HistoryRange,
  limit: number,
): Promise<ShownRow[]> {
  return await tx.query(selectDecisions, asked(bankId, accountId, range, limit));
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
    asked(bankId, accountId, range, limit),
  );
  return rows.map(toRecorded);
}

const selectEnded = statement(
  'authorization.select-listed-by-key',
  `${WITH_NAMES} from (
     select * from listed_authorizations l
      where l.bank_id = $1 and l.account_id = $2 and l.message_key = any($3::bigint[])) f
     left join accounts a on a.bucket = account_bucket(f.account_id) and a.account_id = f.account_id
     left join cards c on c.bucket = a.bucket and c.account_id = f.account_id and c.card_id = f.card_id`,
);

/** The authorizations whose reservations ended. */
export function readByKeys(tx: Tx, bankId: string, accountId: bigint, keys: readonly bigint[]): Promise<ShownRow[]> {
  return tx.query(selectEnded, [bankId, accountId, keys]);
}

const selectExids = statement(
  'authorization.select-exids',
  `select card_id, exid from cards where bucket = account_bucket($2) and account_id = $2 and bank_id = $1`,
);

/** EXIDs of the account's cards by their numbers here. */
export async function readExids(tx: Tx, bankId: string, accountId: bigint): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ card_id: bigint; exid: string }>(selectExids, [bankId, accountId]);
  return new Map(rows.map((row) => [String(row.card_id), row.exid]));
}
