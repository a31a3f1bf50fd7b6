import { LRUCache } from 'lru-cache';
import type { Tx } from '../../platform/storage/index.ts';
import { createDenyListIndex, type DenyListIndex } from './deny-list-index.ts';
import { type DenyListRow, findNewestDenyListRow, listDenyListRows } from './deny-list-store.ts';

const ROWS_AT_ONCE = 1_000;
const MOST_ACQUIRERS = 20;

/** The indexed deny lists of acquirers. Each is kept in memory until another one is loaded, by any server. */
export interface DenyLists {
  /** Who asks while a list is being read waits for it; one that could not be read is read by the next who asks. */
  indexOf(tx: Tx, acquirerId: string): Promise<DenyListIndex>;
}

export function createDenyLists(): DenyLists {
  const kept = new LRUCache<string, { readonly newest: bigint | null; readonly names: Promise<DenyListIndex> }>({
    max: MOST_ACQUIRERS,
  });
  return {
    async indexOf(tx, acquirerId) {
      // before the names: if another list is loaded meanwhile, it is read again at the next call
      const newest = await findNewestDenyListRow(tx, acquirerId);
      const before = kept.get(acquirerId);
      const known = before?.newest === newest ? await before.names.catch(() => undefined) : undefined;
      if (known !== undefined) return known;
      const names = readAll(tx, acquirerId).then(createDenyListIndex);
      kept.set(acquirerId, { newest, names });
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
