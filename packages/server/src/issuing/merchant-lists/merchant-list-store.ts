import { type ListKind, MAX_LISTS } from '@cardwright/contract';
import { type Page, START } from '../../platform/kernel/page.ts';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';

export interface ListRow {
  name: string;
  kind: ListKind;
  entry_count: number;
  edition: bigint;
  list_id: bigint;
  created_at: Date;
  changed_at: Date;
  changed_by: string;
}

const COLUMNS = 'name, kind, entry_count, edition, list_id, created_at, changed_at, changed_by';

const selectList = statement(
  'merchant-lists.select-list',
  `select ${COLUMNS} from merchant_lists where bank_id = $1 and name = $2`,
);

export async function findList(tx: Tx, bankId: string, name: string): Promise<ListRow | undefined> {
  const [row] = await tx.query<ListRow>(selectList, [bankId, name]);
  return row;
}

const selectKinds = statement(
  'merchant-lists.select-kinds',
  'select name, kind from merchant_lists where bank_id = $1 and name = any($2)',
);

/** Returns the kind of each of the lists that exist. */
export async function findKinds(tx: Tx, bankId: string, names: readonly string[]): Promise<Map<string, ListKind>> {
  const rows = await tx.query<{ name: string; kind: ListKind }>(selectKinds, [bankId, names]);
  return new Map(rows.map(({ name, kind }) => [name, kind]));
}

const selectChanged = statement(
  'merchant-lists.select-changed',
  'select name from merchant_lists where bank_id = $1 and name = any($2) and edition > $3 order by name',
);

/** Returns the names of those lists that changed after an edition. */
export async function findListsChangedSince(
  tx: Tx,
  bankId: string,
  names: readonly string[],
  edition: bigint,
): Promise<string[]> {
  return (await tx.query<{ name: string }>(selectChanged, [bankId, names, edition])).map(({ name }) => name);
}

const countLists = statement(
  'merchant-lists.count-lists',
  'select count(*)::int as count from merchant_lists where bank_id = $1',
);

export async function countListsOf(tx: Tx, bankId: string): Promise<number> {
  return (await queryOne<{ count: number }>(tx, countLists, [bankId])).count;
}

const selectLists = statement(
  'merchant-lists.select-lists',
  `select ${COLUMNS} from merchant_lists where bank_id = $1 and (created_at, list_id) < ($2, $3)
    order by created_at desc, list_id desc limit $4`,
);

/** Reads lists newest first, with one row more than the page holds. */
export function readLists(tx: Tx, bankId: string, { before, limit }: Page): Promise<ListRow[]> {
  return tx.query(selectLists, [bankId, before.at, before.id, limit + 1]);
}

export function readAllLists(tx: Tx, bankId: string): Promise<ListRow[]> {
  return readLists(tx, bankId, { before: START, limit: MAX_LISTS });
}

const selectEntries = statement(
  'merchant-lists.select-entries',
  `select entry from merchant_list_entries where bank_id = $1 and name = $2 and until_edition is null order by entry collate "C"`,
);

export async function readEntries(tx: Tx, bankId: string, name: string): Promise<string[]> {
  const rows = await tx.query<{ entry: string }>(selectEntries, [bankId, name]);
  return rows.map(({ entry }) => entry);
}

const upsertList = statement(
  'merchant-lists.upsert-list',
  `insert into merchant_lists (bank_id, name, kind, entry_count, edition, created_at, changed_at, changed_by)
   values ($1, $2, $3, $4, $5, $6, $6, $7)
   on conflict (bank_id, name) do update set entry_count = excluded.entry_count, edition = excluded.edition,
     changed_at = excluded.changed_at, changed_by = excluded.changed_by
   returning ${COLUMNS}`,
);
const endEntries = statement(
  'merchant-lists.end-entries',
  `update merchant_list_entries set until_edition = $4
    where bank_id = $1 and name = $2 and until_edition is null and entry = any($3)`,
);
const insertEntries = statement(
  'merchant-lists.insert-entries',
  `insert into merchant_list_entries (bank_id, name, entry, from_edition)
   select $1, $2, entry, $4 from unnest($3::text[]) as added (entry)`,
);

/** The change of a list in an edition. */
export interface ListChange {
  readonly name: string;
  readonly kind: ListKind;
  /** Entries that the list did not have. */
  readonly added: readonly string[];
  /** Entries that the list had. */
  readonly removed: readonly string[];
  /** Number of entries after the change. */
  readonly count: number;
}

export async function writeList(
  tx: Tx,
  bankId: string,
  { name, kind, added, removed, count }: ListChange,
  { edition, now, by }: { edition: bigint; now: Date; by: string },
): Promise<ListRow> {
  if (removed.length > 0) await tx.query(endEntries, [bankId, name, removed, edition]);
  if (added.length > 0) await tx.query(insertEntries, [bankId, name, added, edition]);
  return await queryOne<ListRow>(tx, upsertList, [bankId, name, kind, count, edition, now, by]);
}

const selectChangedEntries = statement(
  'merchant-lists.select-changed-entries',
  `select name, entry, from_edition, until_edition from merchant_list_entries
    where bank_id = $1 and name = any($2) and from_edition > $3 and (until_edition is null or until_edition > $4)
    union all
   select name, entry, from_edition, until_edition from merchant_list_entries
    where bank_id = $1 and name = any($2) and until_edition > $3 and from_edition <= $3`,
);

export interface EntryRow {
  name: string;
  entry: string;
  from_edition: bigint;
  until_edition: bigint | null;
}

/** The changes of some lists after an edition, without entries that were removed before `least`. */
export const changedEntries = {
  statement: selectChangedEntries,
  values: (bankId: string, names: readonly string[], after: bigint, least: bigint) => [bankId, names, after, least],
};

/** Reads the entries that lists have gained and lost since an edition, by the name of the list. */
export async function readEntryChanges(
  tx: Tx,
  bankId: string,
  names: readonly string[],
  since: bigint,
): Promise<ReadonlyMap<string, { readonly added: readonly string[]; readonly removed: readonly string[] }>> {
  const rows = await tx.query<EntryRow>(changedEntries.statement, changedEntries.values(bankId, names, since, since));
  const changes = [...new Set(rows.map(({ name }) => name))].map((name) => {
    const ofList = rows.filter((row) => row.name === name);
    const gained = new Set(ofList.filter((row) => row.until_edition === null).map(({ entry }) => entry));
    const lost = new Set(ofList.filter((row) => row.from_edition <= since).map(({ entry }) => entry));
    const added = [...gained].filter((entry) => !lost.has(entry));
    return [name, { added, removed: [...lost].filter((entry) => !gained.has(entry)) }] as const;
  });
  return new Map(changes);
}
