import type { Periods } from '../../../platform/kernel/time/periods.ts';
import { statement, type Tx } from '../../../platform/storage/index.ts';
import { type CountableRow, countDecisions, type DecisionCount } from './count-decisions.ts';
import { deleteUncountedDecisions } from './uncounted-store.ts';

const addCounts = statement(
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

export async function addStatistics(tx: Tx, counts: readonly DecisionCount[]): Promise<void> {
  const column = <K extends keyof DecisionCount>(name: K) => counts.map((one) => one[name]);
  await tx.query(addCounts, [
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
  /** Selects periods that begin before this instant. */
  readonly before: Date;
}

const selectStatistics = statement(
  'authorization.select-statistics',
  `with periods as (
     select distinct starts_at from authorization_statistics
      where bank_id = $1 and grain = $2 and split = 'all' and starts_at >= $4 and starts_at < $5 and starts_at < $6
      order by starts_at desc limit $7)
   select true as is_counted, s.starts_at, s.split, s.value, s.currency, s.approved, s.declined, s.approved_minor, s.declined_minor,
          null::timestamptz as decided_at, null as action_code, null as rule, null as channel, null as country, null as mcc,
          null::bigint as decisions, null::bigint as billing_minor
     from periods p
     join authorization_statistics s on s.bank_id = $1 and s.grain = $2 and s.split = any($3::text[]) and s.starts_at = p.starts_at
   union all
   select false, null, null, null, u.currency, null, null, null, null,
          u.decided_at, u.action_code, u.rule, u.channel, u.country, u.mcc, u.decisions, u.billing_minor
     from uncounted_authorizations u where u.bank_id = $1`,
);

type ReadRow =
  | (StatisticsRow & { readonly is_counted: true })
  | (Omit<CountableRow, 'bank_id'> & { readonly is_counted: false });

/**
 * Reads all rows of the newest periods, one period more than a page holds. Includes decisions that are recorded but not counted
 * yet, because one statement reads both.
 */
export async function readStatisticsRows(
  tx: Tx,
  bankId: string,
  { grain, split, from, to, before }: StatisticsRange,
  limit: number,
  periodsOf: (at: Date) => Periods,
): Promise<StatisticsRow[]> {
  const splits = split === undefined ? ['all'] : ['all', split];
  const read = await tx.query<ReadRow>(selectStatistics, [bankId, grain, splits, from, to, before, limit + 1]);
  const uncountedRows = read.flatMap((row) => (row.is_counted ? [] : { ...row, bank_id: bankId }));
  const byPart = new Map<string, StatisticsRow>();
  for (const row of read) if (row.is_counted) byPart.set(nameOf(row), row);
  for (const each of countDecisions(uncountedRows, (row) => periodsOf(row.decided_at))) {
    const isSelected = each.grain === grain && splits.includes(each.split);
    if (!isSelected || each.startsAt < from || each.startsAt >= to || each.startsAt >= before) continue;
    const row = toRow(each);
    byPart.set(nameOf(row), sumOf(byPart.get(nameOf(row)), row));
  }
  return [...byPart.values()].sort(inOrder);
}

function nameOf({ starts_at, split, value, currency }: StatisticsRow): string {
  return `${starts_at.getTime()}\0${split}\0${value}\0${currency}`;
}

function toRow({ startsAt, split, value, currency, approved, declined, ...minor }: DecisionCount): StatisticsRow {
  const { approvedMinor, declinedMinor } = minor;
  return {
    ...{ starts_at: startsAt, split, value, currency, approved, declined },
    ...{ approved_minor: approvedMinor, declined_minor: declinedMinor },
  };
}

function sumOf(one: StatisticsRow | undefined, other: StatisticsRow): StatisticsRow {
  if (one === undefined) return other;
  return {
    ...one,
    approved: one.approved + other.approved,
    declined: one.declined + other.declined,
    approved_minor: one.approved_minor + other.approved_minor,
    declined_minor: one.declined_minor + other.declined_minor,
  };
}

/** Sorts the newest period first, and the largest count first within a period. */
function inOrder(one: StatisticsRow, other: StatisticsRow): number {
  const newer = other.starts_at.getTime() - one.starts_at.getTime();
  const larger = Number(other.approved + other.declined - one.approved - one.declined);
  return (
    newer ||
    compare(one.split, other.split) ||
    larger ||
    compare(one.value, other.value) ||
    compare(one.currency, other.currency)
  );
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

const selectSpan = statement(
  'authorization.select-indexed-span',
  `select min(decided_at) as first, max(decided_at) as last from listed_authorizations where bank_id = $1`,
);

/** The times of the first and the last decision; undefined if there is none. */
export async function readIndexedSpan(tx: Tx, bankId: string): Promise<{ first: Date; last: Date } | undefined> {
  const [row] = await tx.query<{ first: Date | null; last: Date | null }>(selectSpan, [bankId]);
  return row?.first == null || row.last === null ? undefined : { first: row.first, last: row.last };
}

const deleteStatisticsStatement = statement(
  'authorization.delete-statistics',
  'delete from authorization_statistics where bank_id = $1 and starts_at >= $2 and starts_at < $3',
);

/** Deletes a bank's statistics of a time range, with the decisions that are still to be counted. */
export async function deleteStatistics(tx: Tx, bankId: string, from: Date, to: Date): Promise<void> {
  await deleteUncountedDecisions(tx, bankId, from, to);
  await tx.query(deleteStatisticsStatement, [bankId, from, to]);
}

/** SQL for the start of a decision's quarter of an hour: no hour or day of any time zone begins within one. */
export const SLOT_START = `date_bin('15 minutes', decided_at, timestamptz 'epoch')`;

const selectCountable = statement(
  'authorization.select-countable',
  `select bank_id, ${SLOT_START} as decided_at, action_code, rule, channel,
          country, mcc, currency, count(*) as decisions, sum(billing_minor)::bigint as billing_minor
     from listed_authorizations where bank_id = $1 and decided_at >= $2 and decided_at < $3
    group by 1, 2, 3, 4, 5, 6, 7, 8`,
);

/** Reads the decisions of a time range, with equal ones merged. */
export function readCountable(tx: Tx, bankId: string, from: Date, to: Date): Promise<CountableRow[]> {
  return tx.query(selectCountable, [bankId, from, to]);
}
