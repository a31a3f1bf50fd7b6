import { requireValue } from '../../../platform/kernel/required.ts';
import { statement } from '../../../platform/storage/index.ts';
import {
  type AccountLimits,
  decodeUsage,
  encodeUsage,
  type Limit,
  lockSharedCountersStatement,
  type SharedLimit,
  updateSharedCounters,
  WHOLE_BANK,
} from '../../limits/index.ts';
import { awaitAll, type LaneConnection } from './lane-connection.ts';

/**
 * The counters of the shared limits of a bank after the decisions of the batch so far. All lanes lock their rows after
 * the accounts, in the same order (docs/decisions/0033-shared-limits.md).
 */
export interface SharedCounters {
  /** The counters of all rows together, because each limit has its own key. */
  usage: AccountLimits['usage'];
  readonly rows: readonly SharedRow[];
}

interface SharedRow {
  readonly bankId: string;
  readonly productCode: string;
  readonly usage: AccountLimits['usage'];
  /** The keys of the limits in force that count in this row. */
  readonly keys: ReadonlySet<string>;
}

/** The shared limits of an account. */
export interface Sharing {
  readonly bankId: string;
  readonly sharedLimits: readonly SharedLimit[];
}

/** The shared limits that count an account. Amounts in another currency than the bank's are not counted. */
export function sharedLimitsOf(sharing: Pick<Sharing, 'sharedLimits'> | undefined, isInCurrencyOfBank: boolean) {
  return sharing?.sharedLimits.flatMap(({ limit }): Limit[] =>
    isInCurrencyOfBank || limit.measure !== 'amount' ? [limit] : [],
  );
}

/** A batch waits for the previous one of the bank, on any server, so this lock may take longer than any other lock of a lane. */
const WAIT = '1s';
const waitLonger = statement('authorization.wait-longer', `select set_config('lock_timeout', $1, true)`);

/** Locks and reads the rows of the shared limits, by bank. */
export function lockSharedCounters(
  connection: LaneConnection,
  sharing: readonly Sharing[],
): Promise<Map<string, SharedCounters>> {
  const rowsToLock = new Map<string, Omit<SharedRow, 'usage'> & { readonly keys: Set<string> }>();
  for (const { bankId, sharedLimits } of sharing) {
    for (const { productCode: of, limit } of sharedLimits) {
      const productCode = limit.level === 'bank' ? WHOLE_BANK : of;
      const name = JSON.stringify([bankId, productCode]);
      const row = rowsToLock.get(name) ?? { bankId, productCode, keys: new Set<string>() };
      row.keys.add(limit.key);
      rowsToLock.set(name, row);
    }
  }
  const inOrder = [...rowsToLock.values()].sort(
    (one, other) => compare(one.bankId, other.bankId) || compare(one.productCode, other.productCode),
  );
  // sent first, because it applies to the statements after it
  const longer = connection.query(waitLonger, [WAIT]);
  const queries = inOrder.map(({ bankId, productCode }) =>
    connection.query<{ used: string }>(lockSharedCountersStatement, [bankId, productCode]),
  );
  return awaitAll([longer, ...queries]).then(([, ...results]) => {
    const counters = new Map<string, SharedCounters>();
    for (const [at, row] of inOrder.entries()) {
      const usage = decodeUsage(requireValue(results[at]?.rows[0], 'the row of limits that accounts share').used);
      const before = counters.get(row.bankId) ?? { usage: new Map(), rows: [] };
      counters.set(row.bankId, {
        usage: new Map([...before.usage, ...usage]),
        rows: [...before.rows, { ...row, usage }],
      });
    }
    return counters;
  });
}

/** Stores the rows that decisions have changed. */
export function storeSharedCounters(
  connection: LaneConnection,
  counters: ReadonlyMap<string, SharedCounters>,
): Promise<unknown>[] {
  return [...counters.values()].flatMap(({ usage: after, rows }) =>
    rows.flatMap(({ bankId, productCode, keys, usage: before }) => {
      const changedKeys = [...keys].filter((key) => after.get(key) !== before.get(key));
      if (changedKeys.length === 0) return [];
      const usage = new Map([...before, ...changedKeys.map((key) => [key, after.get(key) ?? []] as const)]);
      return [connection.query(updateSharedCounters, [bankId, productCode, encodeUsage({ usage })])];
    }),
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
