import type { Tx } from '../../../platform/storage/index.ts';
import { type IndexRow, toIndexRow } from '../records/indexed-authorization.ts';
import {
  DECISIONS_PER_CHUNK,
  nameOfDecision,
  type PendingKey,
  readDecisionRows,
} from '../records/pending-decision-store.ts';

/**
 * Reads pending decisions in the form of index rows. A caller that merges them with the index must read the pending keys before
 * the index: rows that are indexed meanwhile are then in both, and the rows from here replace them.
 */
export async function readPendingRows(tx: Tx, keys: readonly PendingKey[]): Promise<IndexRow[]> {
  const rows: IndexRow[] = [];
  for (let from = 0; from < keys.length; from += DECISIONS_PER_CHUNK) {
    rows.push(...(await readDecisionRows(tx, keys.slice(from, from + DECISIONS_PER_CHUNK))).map(toIndexRow));
  }
  return rows;
}

/** Merges pending rows into indexed rows, replacing the rows of these keys. */
export function withPending<Row extends PendingKey>(
  indexedRows: readonly Row[],
  keys: readonly PendingKey[],
  pending: readonly Row[],
): Row[] {
  const names = new Set(keys.map(nameOfDecision));
  return [...indexedRows.filter((row) => !names.has(nameOfDecision(row))), ...pending];
}
