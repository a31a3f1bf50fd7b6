import type { Tx } from '../../../platform/storage/index.ts';
import { type IndexRow, toIndexRow } from '../records/indexed-authorization.ts';
import {
  DECISIONS_AT_ONCE,
  nameOfDecision,
  type PendingKey,
  readDecisionRows,
} from '../records/pending-decision-store.ts';

/**
 * As the list will have them. Whoever reads the list together with these asks which they are first, and reads the list then: what is
 * listed meanwhile is in both, and as it is here.
 */
export async function readPendingRows(tx: Tx, keys: readonly PendingKey[]): Promise<IndexRow[]> {
  const rows: IndexRow[] = [];
  for (let from = 0; from < keys.length; from += DECISIONS_AT_ONCE) {
    rows.push(...(await readDecisionRows(tx, keys.slice(from, from + DECISIONS_AT_ONCE))).map(toIndexRow));
  }
  return rows;
}

/** The rows of the list, without those of these keys, and with others in their places. */
export function withPending<Row extends PendingKey>(
  indexed: readonly Row[],
  keys: readonly PendingKey[],
  pending: readonly Row[],
): Row[] {
  const names = new Set(keys.map(nameOfDecision));
  return [...indexed.filter((row) => !names.has(nameOfDecision(row))), ...pending];
}
