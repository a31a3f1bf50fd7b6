import { type Periods, SLOT_MS } from '../../../platform/kernel/time/periods.ts';
import type { IndexRow } from '../records/indexed-authorization.ts';

/** An increment of a row of `authorization_statistics`. */
export interface DecisionCount {
  readonly bankId: string;
  readonly grain: keyof Periods;
  readonly startsAt: Date;
  readonly split: string;
  readonly value: string;
  readonly currency: string;
  approved: bigint;
  declined: bigint;
  approvedMinor: bigint;
  declinedMinor: bigint;
}

export type CountableRow = Pick<
  IndexRow,
  'bank_id' | 'decided_at' | 'action_code' | 'rule' | 'channel' | 'country' | 'mcc' | 'currency' | 'billing_minor'
> & {
  /** Number of equal decisions that the row stands for, with their total amount; 1 if absent. */
  readonly decisions?: bigint;
};

/** The statistics' splits, each with the value by which it groups a row. */
const SPLITS: Readonly<Record<string, (row: CountableRow) => string>> = {
  all: () => '',
  action_code: (row) => row.action_code,
  rule: (row) => row.rule,
  channel: (row) => row.channel,
  country: (row) => row.country ?? '',
  mcc: (row) => row.mcc,
};

/** Counts decisions by hour and day, in total and for each split. Pure. */
export function countDecisions(
  rows: readonly CountableRow[],
  periodsOf: (row: CountableRow) => Periods,
): DecisionCount[] {
  const counts = new Map<string, DecisionCount>();
  for (const row of mergeEqualRows(rows)) {
    const periods = periodsOf(row);
    for (const grain of ['hour', 'day'] as const) {
      for (const [split, valueIn] of Object.entries(SPLITS))
        addTo(counts, row, grain, periods[grain], split, valueIn(row));
    }
  }
  // in a fixed order, so that two transactions never deadlock
  return [...counts.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/** Merges equal decisions: most decisions of a batch add to the same rows. */
export function mergeEqualRows(rows: readonly CountableRow[]): (CountableRow & { readonly decisions: bigint })[] {
  const groups = new Map<string, CountableRow & { decisions: bigint }>();
  for (const row of rows) {
    const slot = Math.floor(row.decided_at.getTime() / SLOT_MS);
    const where = `${row.bank_id}\0${slot}\0${row.action_code}\0${row.rule}\0${row.currency ?? ''}`;
    const key = `${where}\0${row.channel}\0${row.country ?? ''}\0${row.mcc}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...row, decisions: row.decisions ?? 1n });
    else {
      group.decisions += row.decisions ?? 1n;
      group.billing_minor += row.billing_minor;
    }
  }
  return [...groups.values()];
}

function addTo(
  counts: Map<string, DecisionCount>,
  row: CountableRow,
  grain: keyof Periods,
  startsAt: Date,
  split: string,
  value: string,
): void {
  const currency = row.currency ?? '';
  const key = `${row.bank_id}\0${grain}\0${startsAt.getTime()}\0${split}\0${value}\0${currency}`;
  const none = { approved: 0n, declined: 0n, approvedMinor: 0n, declinedMinor: 0n };
  const each = counts.get(key) ?? { bankId: row.bank_id, grain, startsAt, split, value, currency, ...none };
  // without an account there is no currency, so the amount is not in the bank's currency
  const minor = currency === '' ? 0n : row.billing_minor;
  if (row.action_code === '00') {
    each.approved += row.decisions ?? 1n;
    each.approvedMinor += minor;
  } else {
    each.declined += row.decisions ?? 1n;
    each.declinedMinor += minor;
  }
  counts.set(key, each);
}
