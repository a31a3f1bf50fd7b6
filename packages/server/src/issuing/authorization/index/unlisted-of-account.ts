import type { Tx } from '../../../platform/storage/index.ts';
import { type ListedRow, toListed } from '../records/listed-authorization.ts';
import { DECIDED_AT_ONCE, nameOfDecided, readDecided, type UnlistedKey } from '../records/unlisted-store.ts';

/**
 * As the list will have them. Whoever reads the list together with these asks which they are first, and reads the list then: what is
 * listed meanwhile is in both, and as it is here.
 */
export async function readUnlistedRows(tx: Tx, keys: readonly UnlistedKey[]): Promise<ListedRow[]> {
  const rows: ListedRow[] = [];
  for (let from = 0; from < keys.length; from += DECIDED_AT_ONCE) {
    rows.push(...(await readDecided(tx, keys.slice(from, from + DECIDED_AT_ONCE))).map(toListed));
  }
  return rows;
}

/** The rows of the list, without those of these keys, and with others in their places. */
export function withUnlisted<Row extends UnlistedKey>(
  listed: readonly Row[],
  keys: readonly UnlistedKey[],
  unlisted: readonly Row[],
): Row[] {
  const names = new Set(keys.map(nameOfDecided));
  return [...listed.filter((row) => !names.has(nameOfDecided(row))), ...unlisted];
}
