import type { ListMembers } from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';
import { createListMemory, type ListMemory } from './list-memory.ts';
import { changedEntries, type EntryRow } from './merchant-list-store.ts';

/** Lists of a bank as one edition has them. */
export interface ListsThen {
  readonly edition: number;
  readonly listOf: (name: string) => ListMembers;
}

/** Something that a statement can be sent to: a transaction, or the connection of a lane. */
type ListSource = Pick<Tx, 'query'>;

interface Kept {
  readonly lists: ListMemory;
  /** Goes up with everything that is added. */
  readonly reads: number;
}

/** Lists of banks that were asked for, as far as they are known. */
export type ListsMemory = Map<string, Kept>;

export function createListsMemory(): ListsMemory {
  return new Map();
}

/**
 * Lists of a bank in an edition. Whoever decides reads the edition in the transaction of the decision: only what changed since it
 * was asked for last is read here.
 */
export async function listsAt(
  memory: ListsMemory,
  on: ListSource,
  bankId: string,
  names: readonly string[],
  edition: bigint,
): Promise<ListsThen> {
  const wanted = [...new Set(names)];
  for (;;) {
    const { lists, reads } = memory.get(bankId) ?? { lists: createListMemory(), reads: 0 };
    const known = wanted.map((name) => lists.knownUntil(name) ?? -1n);
    // lists that were first read later do not have what was removed since
    if (known.some((until) => until > edition)) return readOnce(on, bankId, wanted, edition);
    const missing = wanted.filter((_, at) => known[at] !== edition);
    if (missing.length === 0) return thenOf(lists, edition);
    const rows = [];
    for (const name of missing) rows.push(await changesOf(on, bankId, name, lists.knownUntil(name), edition));
    // another lane may have added something meanwhile, and of another edition
    if ((memory.get(bankId)?.reads ?? 0) !== reads) continue;
    lists.add(missing, rows.flat(), edition);
    memory.set(bankId, { lists, reads: reads + 1 });
  }
}

/** The same for who asks once. */
export function readOnce(
  on: ListSource,
  bankId: string,
  names: readonly string[],
  edition: bigint,
): Promise<ListsThen> {
  return listsAt(createListsMemory(), on, bankId, names, edition);
}

/** What was removed before is of no use to a list that is read for the first time. */
function changesOf(on: ListSource, bankId: string, name: string, known: bigint | undefined, edition: bigint) {
  const values = changedEntries.values(bankId, [name], known ?? 0n, known ?? edition);
  return on.query<EntryRow>(changedEntries.statement, values);
}

function thenOf(lists: ListMemory, edition: bigint): ListsThen {
  return { edition: Number(edition), listOf: (name) => lists.listAt(name, Number(edition)) };
}

/** Lists of a bank in all their editions: for decisions that are made again. */
export interface ListsPast {
  /** Reads what is not known of them yet, up to an edition. */
  know(on: ListSource, names: readonly string[], edition: bigint): Promise<void>;
  at(edition: number): ListsThen;
}

export function createListsPast(bankId: string): ListsPast {
  const lists = createListMemory();
  return {
    async know(on, names, edition) {
      for (const name of new Set(names)) {
        const known = lists.knownUntil(name) ?? 0n;
        if (known >= edition) continue;
        const values = changedEntries.values(bankId, [name], known, 0n);
        lists.add([name], await on.query<EntryRow>(changedEntries.statement, values), edition);
      }
    },
    at: (edition) => thenOf(lists, BigInt(edition)),
  };
}
