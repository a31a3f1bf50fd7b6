import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';

export interface DenyListRow {
  name_no: bigint;
  match_key: string;
  name: string;
  reason: string;
  loaded_at: Date;
}

const deleteAll = statement(
  'merchants.delete-deny-list',
  `with gone as (delete from merchant_deny_list where acquirer_id = $1 returning 1)
   select count(*)::int as names from gone`,
);
const insertNames = statement(
  'merchants.insert-deny-list',
  `insert into merchant_deny_list (acquirer_id, match_key, name, reason, loaded_at)
   select $1, n.match_key, n.name, n.reason, $2
     from unnest($3::text[], $4::text[], $5::text[]) with ordinality as n (match_key, name, reason, place)
    order by n.place`,
);
const AT_ONCE = 1_000;

/** Replaces the whole list, and returns how many names the old list had. The caller holds the acquirer's lock. */
export async function replaceDenyList(
  tx: Tx,
  acquirerId: string,
  names: readonly { key: string; name: string; reason: string }[],
  at: Date,
): Promise<number> {
  const [before] = await tx.query<{ names: number }>(deleteAll, [acquirerId]);
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const batch = names.slice(from, from + AT_ONCE);
    await tx.query(insertNames, [
      acquirerId,
      at,
      batch.map(({ key }) => key),
      batch.map(({ name }) => name),
      batch.map(({ reason }) => reason),
    ]);
  }
  return before!.names;
}

const selectNames = statement(
  'merchants.list-deny-list',
  `select name_no, match_key, name, reason, loaded_at from merchant_deny_list
    where acquirer_id = $1 and name_no > $2 order by name_no limit $3`,
);

/** Returns rows in the order of the list. */
export function listDenyListRows(tx: Tx, acquirerId: string, after: bigint, limit: number): Promise<DenyListRow[]> {
  return tx.query(selectNames, [acquirerId, after, limit]);
}

const selectNewest = statement(
  'merchants.find-newest-denied',
  'select max(name_no) as newest from merchant_deny_list where acquirer_id = $1',
);

/** Returns the highest row number, which grows with each list that is loaded. Null for an empty list. */
export async function findNewestDenyListRow(tx: Tx, acquirerId: string): Promise<bigint | null> {
  return (await queryOne<{ newest: bigint | null }>(tx, selectNewest, [acquirerId])).newest;
}
