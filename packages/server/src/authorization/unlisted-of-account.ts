import type { Tx } from '../storage/index.ts';
import { type ListedRow, toListed } from './listed-authorization.ts';
import { readDecided, type UnlistedKey } from './unlisted-store.ts';

/** Authorizations that are read with one statement: more would hold up the event loop. */
const ROWS = 250;

/**
 * As the list will have them. Whoever reads the list together with these asks which they are first, and reads the list then: what is
 * listed meanwhile is in both, and as it is here.
 */
export async function readUnlistedRows(tx: Tx, keys: readonly UnlistedKey[]): Promise<ListedRow[]> {
  const rows: ListedRow[] = [];
  for (let from = 0; from < keys.length; from += ROWS) {
    rows.push(...(await readDecided(tx, keys.slice(from, from + ROWS))).map(toListed));
  }
  return rows;
}

/** The rows of the list, without those of these keys, and with others in their places. */
export function withUnlisted<Row extends UnlistedKey>(
  listed: readonly Row[],
  keys: readonly UnlistedKey[],
  unlisted: readonly Row[],
): Row[] {
  const names = new Set(keys.map(nameOf));
  return [...listed.filter((row) => !names.has(nameOf(row))), ...unlisted];
}

function nameOf({ decided_at, account_id, message_key }: UnlistedKey): string {
  return `${decided_at.getTime()} ${account_id} ${message_key}`;
}
