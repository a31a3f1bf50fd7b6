import { statement, type Tx } from '../storage/index.ts';
import type { CountableRow, Counted } from './count-decisions.ts';

const addCounted = statement(
  'authorization.add-statistics',
  `insert into authorization_statistics (bank_id, grain, starts_at, split, value, currency, approved, declined,
     approved_minor, declined_minor)
   select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::bigint[],
     $8::bigint[], $9::bigint[], $10::bigint[])
   on conflict (bank_id, grain, split, starts_at, value, currency) do update
     set approved = authorization_statistics.approved + excluded.approved,
         declined = authorization_statistics.declined + excluded.declined,
         approved_minor = authorization_statistics.approved_minor + excluded.approved_minor,
         declined_minor = authorization_statistics.declined_minor + excluded.declined_minor`,
);

export async function addStatistics(tx: Tx, counted: readonly Counted[]): Promise<void> {
  const column = <K extends keyof Counted>(name: K) => counted.map((one) => one[name]);
  await tx.query(addCounted, [
    column('bankId'),
    column('grain'),
    column('startsAt'),
    column('split'),
    column('value'),
    column('currency'),
    column('approved'),
    column('declined'),
    column('approvedMinor'),
    column('declinedMinor'),
  ]);
}

export interface StatisticsRow {
  starts_at: Date;
  split: string;
  value: string;
  currency: string;
  approved: bigint;
  declined: bigint;
  approved_minor: bigint;
  declined_minor: bigint;
}

export interface StatisticsRange {
  readonly grain: 'hour' | 'day';
  readonly split: string | undefined;
  readonly from: Date;
  readonly to: Date;
  /** Periods that begin before. */
  readonly before: Date;
}

const selectStatistics = statement(
  'authorization.select-statistics',
  `with periods as (
     select distinct starts_at from authorization_statistics
      where bank_id = $1 and grain = $2 and split = 'all' and starts_at >= $4 and starts_at < $5 and starts_at < $6
      order by starts_at desc limit $7)
   select s.starts_at, s.split, s.value, s.currency, s.approved, s.declined, s.approved_minor, s.declined_minor
     from periods p
     join authorization_statistics s on s.bank_id = $1 and s.grain = $2 and s.split = any($3::text[]) and s.starts_at = p.starts_at
    order by s.starts_at desc, s.split, s.approved + s.declined desc, s.value, s.currency`,
);

/** All rows of the newest periods: of one more than a page holds. */
export function readStatisticsRows(
  tx: Tx,
  bankId: string,
  { grain, split, from, to, before }: StatisticsRange,
  limit: number,
): Promise<StatisticsRow[]> {
  const splits = split === undefined ? ['all'] : ['all', split];
  return tx.query(selectStatistics, [bankId, grain, splits, from, to, before, limit + 1]);
}

const selectSpan = statement(
  'authorization.select-listed-span',
  `select min(decided_at) as first, max(decided_at) as last from listed_authorizations where bank_id = $1`,
);

/** When the first and the last decision were; undefined where there is none. */
export async function readListedSpan(tx: Tx, bankId: string): Promise<{ first: Date; last: Date } | undefined> {
  const [row] = await tx.query<{ first: Date | null; last: Date | null }>(selectSpan, [bankId]);
  return row?.first == null || row.last === null ? undefined : { first: row.first, last: row.last };
}

const deleteStatistics = statement(
  'authorization.delete-statistics',
  'delete from authorization_statistics where bank_id = $1 and starts_at >= $2 and starts_at < $3',
);

export async function forgetStatistics(tx: Tx, bankId: string, from: Date, to: Date): Promise<void> {
  await tx.query(deleteStatistics, [bankId, from, to]);
}

// added up by the quarter of an hour: neither an hour nor a day of any time zone begins within one
const selectCountable = statement(
  'authorization.select-countable',
  `select bank_id, to_timestamp(floor(extract(epoch from decided_at) / 900) * 900) as decided_at, action_code, rule, channel,
          country, mcc, currency, count(*) as decisions, sum(billing_minor)::bigint as billing_minor
     from listed_authorizations where bank_id = $1 and decided_at >= $2 and decided_at < $3
    group by 1, 2, 3, 4, 5, 6, 7, 8`,
);

/** What a time holds, alike decisions together. */
export function readCountable(tx: Tx, bankId: string, from: Date, to: Date): Promise<CountableRow[]> {
  return tx.query(selectCountable, [bankId, from, to]);
}
