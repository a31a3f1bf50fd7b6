import { required } from '../../../platform/kernel/required.ts';
import { statement } from '../../../platform/storage/index.ts';
import {
  type AccountLimits,
  type Limit,
  lockShared,
  readUsed,
  type SharedLimit,
  useShared,
  WHOLE_BANK,
  writeUsed,
} from '../../limits/index.ts';
import { allSent, type LaneConnection } from './lane-connection.ts';

/**
 * What is used of the limits that accounts share, as the decisions of a batch so far leave it. Its rows are locked after the
 * accounts, in one order for all (docs/decisions/0033-shared-limits.md).
 */
export interface SharedCounters {
  /** Of all rows together, as each limit has a key of its own. */
  used: AccountLimits['used'];
  readonly rows: readonly SharedRow[];
}

interface SharedRow {
  readonly bankId: string;
  readonly productCode: string;
  readonly used: AccountLimits['used'];
  /** Of the limits in force that count here. */
  readonly keys: ReadonlySet<string>;
}

/** The limits that an account shares with others. */
export interface Sharing {
  readonly bankId: string;
  readonly shared: readonly SharedLimit[];
}

/** Those that count an account: amounts in another currency than the bank's are not added to them. */
export function limitsSharedBy(sharing: Pick<Sharing, 'shared'> | undefined, isInCurrencyOfBank: boolean) {
  return sharing?.shared.flatMap(({ limit }): Limit[] =>
    isInCurrencyOfBank || limit.measure !== 'amount' ? [limit] : [],
  );
}

/** Each batch of the bank waits for the one before, on every server: longer than a lane waits for anything else. */
const WAIT = '1s';
const waitLonger = statement('authorization.wait-longer', `select set_config('lock_timeout', $1, true)`);

/** Sends what locks the rows in which the limits are counted, and reads them: by bank. */
export function lockSharedCounters(
  connection: LaneConnection,
  sharing: readonly Sharing[],
): Promise<Map<string, SharedCounters>> {
  const rowsToLock = new Map<string, Omit<SharedRow, 'used'> & { readonly keys: Set<string> }>();
  for (const { bankId, shared } of sharing) {
    for (const { productCode: of, limit } of shared) {
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
  // sent first, as it is in force for what is sent after it
  const longer = connection.query(waitLonger, [WAIT]);
  const sent = inOrder.map(({ bankId, productCode }) =>
    connection.query<{ used: string }>(lockShared, [bankId, productCode]),
  );
  return allSent([longer, ...sent]).then(([, ...results]) => {
    const counters = new Map<string, SharedCounters>();
    for (const [at, row] of inOrder.entries()) {
      const used = readUsed(required(results[at]?.rows[0], 'the row of limits that accounts share').used);
      const before = counters.get(row.bankId) ?? { used: new Map(), rows: [] };
      counters.set(row.bankId, {
        used: new Map([...before.used, ...used]),
        rows: [...before.rows, { ...row, used }],
      });
    }
    return counters;
  });
}

/** Sends what keeps the rows that decisions have changed. */
export function storeShared(
  connection: LaneConnection,
  counters: ReadonlyMap<string, SharedCounters>,
): Promise<unknown>[] {
  return [...counters.values()].flatMap(({ used: after, rows }) =>
    rows.flatMap(({ bankId, productCode, keys, used: before }) => {
      const changed = [...keys].filter((key) => after.get(key) !== before.get(key));
      if (changed.length === 0) return [];
      const used = new Map([...before, ...changed.map((key) => [key, after.get(key) ?? []] as const)]);
      return [connection.query(useShared, [bankId, productCode, writeUsed({ used })])];
    }),
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
