import type { ListKind, ListMembers } from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';
import { type CachedMerchantLists, createCachedMerchantLists } from './cached-merchant-lists.ts';
import { changedEntries, type EntryRow } from './merchant-list-store.ts';

/** The lists of a bank as of one edition. */
export interface ListsAtTime {
  readonly edition: number;
  readonly listOf: (name: string) => ListMembers;
}

/** Lists of a proposal, which replace the lists of the bank with their names. */
export type ListOverrides = ReadonlyMap<string, { readonly kind: ListKind; readonly members: ReadonlySet<string> }>;

export function toListOverrides(
  proposed: readonly { readonly name: string; readonly kind: ListKind; readonly entries: readonly string[] }[] = [],
): ListOverrides {
  return new Map(proposed.map(({ name, kind, entries }) => [name, { kind, members: new Set(entries) }]));
}

export function withListOverrides(lists: ListsAtTime, overrides: ListOverrides): ListsAtTime {
  if (overrides.size === 0) return lists;
  return { ...lists, listOf: (name) => overrides.get(name)?.members ?? lists.listOf(name) };
}

const NO_OVERRIDES: ListOverrides = new Map();

/** Runs statements: a transaction, or the connection of a lane. */
type ListSource = Pick<Tx, 'query'>;

interface CachedLists {
  readonly lists: CachedMerchantLists;
  /** Increases with each addition. */
  readonly reads: number;
}

/** Cached lists, by bank. */
export type ListCache = Map<string, CachedLists>;

export function createListCache(): ListCache {
  return new Map();
}

/**
 * Returns lists of a bank as of an edition. A decision reads the edition in its own transaction; this function reads
 * only the changes since the cached edition.
 */
export async function listsAt(
  cache: ListCache,
  on: ListSource,
  bankId: string,
  names: readonly string[],
  edition: bigint,
): Promise<ListsAtTime> {
  const unique = [...new Set(names)];
  for (;;) {
    const { lists, reads } = cache.get(bankId) ?? { lists: createCachedMerchantLists(), reads: 0 };
    const readEditions = unique.map((name) => lists.readUntil(name) ?? -1n);
    // a list that was first read in a later edition lacks the entries removed before that
    if (readEditions.some((until) => until > edition)) return readUncachedLists(on, bankId, unique, edition);
    const missing = unique.filter((_, at) => readEditions[at] !== edition);
    if (missing.length === 0) return thenOf(lists, edition);
    const rows = [];
    for (const name of missing) rows.push(await changesOf(on, bankId, name, lists.readUntil(name), edition));
    // another lane may have added another edition in the meantime
    if ((cache.get(bankId)?.reads ?? 0) !== reads) continue;
    lists.add(missing, rows.flat(), edition);
    cache.set(bankId, { lists, reads: reads + 1 });
  }
}

/** Reads the lists without a cache. */
export function readUncachedLists(
  on: ListSource,
  bankId: string,
  names: readonly string[],
  edition: bigint,
): Promise<ListsAtTime> {
  return listsAt(createListCache(), on, bankId, names, edition);
}

/** Reads the changes of a list. The first read of a list does not need entries that were removed before the edition. */
function changesOf(on: ListSource, bankId: string, name: string, readUntil: bigint | undefined, edition: bigint) {
  const values = changedEntries.values(bankId, [name], readUntil ?? 0n, readUntil ?? edition);
  return on.query<EntryRow>(changedEntries.statement, values);
}

function thenOf(lists: CachedMerchantLists, edition: bigint): ListsAtTime {
  return { edition: Number(edition), listOf: (name) => lists.listAt(name, Number(edition)) };
}

/** The lists of a bank in all editions, for replays. */
export interface ListHistory {
  /** Reads the changes up to an edition that are not known yet. */
  loadUntil(on: ListSource, names: readonly string[], edition: bigint): Promise<void>;
  at(edition: number): ListsAtTime;
}

/** @param overrides lists that have the same entries in all editions */
export function createListHistory(bankId: string, overrides: ListOverrides = NO_OVERRIDES): ListHistory {
  const lists = createCachedMerchantLists();
  return {
    async loadUntil(on, names, edition) {
      for (const name of new Set(names)) {
        const readUntil = lists.readUntil(name) ?? 0n;
        if (readUntil >= edition) continue;
        const values = changedEntries.values(bankId, [name], readUntil, 0n);
        lists.add([name], await on.query<EntryRow>(changedEntries.statement, values), edition);
      }
    },
    at: (edition) => withListOverrides(thenOf(lists, BigInt(edition)), overrides),
  };
}
