import { LRUCache } from 'lru-cache';
import type { Tx } from '../../platform/storage/index.ts';
import { createDenyListIndex, type DenyListIndex } from './deny-list-index.ts';
import { type DenyListRow, findNewestDenyListRow, listDenyListRows } from './deny-list-store.ts';

const ROWS_AT_ONCE = 1_000;
const MAX_ACQUIRERS = 20;

/** The indexed deny lists of acquirers. Each list stays in memory until any server loads another one. */
export interface DenyLists {
  /**
   * Returns the index of an acquirer. Callers wait while a list is being read. If reading fails, the next call reads it
   * again.
   */
  indexOf(tx: Tx, acquirerId: string): Promise<DenyListIndex>;
}

export function createDenyLists(): DenyLists {
  const cache = new LRUCache<string, { readonly newest: bigint | null; readonly names: Promise<DenyListIndex> }>({
    max: MAX_ACQUIRERS,
  });
  return {
    async indexOf(tx, acquirerId) {
      // Reads the row number before the names: if another list is loaded meanwhile, the next call reads it.
      const newest = await findNewestDenyListRow(tx, acquirerId);
      const before = cache.get(acquirerId);
      const cached = before?.newest === newest ? await before.names.catch(() => undefined) : undefined;
      if (cached !== undefined) return cached;
      const names = readAll(tx, acquirerId).then(createDenyListIndex);
      cache.set(acquirerId, { newest, names });
      return names;
    },
  };
}

async function readAll(tx: Tx, acquirerId: string): Promise<DenyListRow[]> {
  const all: DenyListRow[] = [];
  for (let after = 0n; ; ) {
    const rows = await listDenyListRows(tx, acquirerId, after, ROWS_AT_ONCE);
    all.push(...rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return all;
    after = last.name_no;
  }
}
