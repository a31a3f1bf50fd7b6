import { statement, type Tx } from '../../platform/storage/index.ts';

/** A running server and the keys that it reports. */
export interface KeyHolder {
  readonly holder_id: string;
  readonly name: string;
  readonly master_versions: readonly number[];
  readonly lookup_versions: readonly number[];
  readonly data_versions: readonly number[];
  readonly sealing_version: number;
  readonly content_versions: readonly number[];
  readonly hashing_version: number;
  readonly problem: string | null;
  readonly seen_at: Date;
}

const upsertHolder = statement(
  'keys.upsert-holder',
  `insert into key_holders (holder_id, name, master_versions, lookup_versions, data_versions, sealing_version, problem,
                            content_versions, hashing_version, seen_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp())
   on conflict (holder_id) do update
     set master_versions = excluded.master_versions, lookup_versions = excluded.lookup_versions,
         data_versions = excluded.data_versions, sealing_version = excluded.sealing_version,
         problem = excluded.problem, content_versions = excluded.content_versions,
         hashing_version = excluded.hashing_version, seen_at = excluded.seen_at`,
);

export async function reportHolder(tx: Tx, holder: Omit<KeyHolder, 'seen_at'>): Promise<void> {
  await tx.query(upsertHolder, [
    holder.holder_id,
    holder.name,
    holder.master_versions,
    holder.lookup_versions,
    holder.data_versions,
    holder.sealing_version,
    holder.problem,
    holder.content_versions,
    holder.hashing_version,
  ]);
}

const deleteHolderStatement = statement('keys.delete-holder', 'delete from key_holders where holder_id = $1');

/** Removes a server that stops. A killed server is removed later. */
export async function deleteHolder(tx: Tx, holderId: string): Promise<void> {
  await tx.query(deleteHolderStatement, [holderId]);
}

const deleteOld = statement(
  'keys.delete-old-holders',
  `delete from key_holders where seen_at < clock_timestamp() - interval '1 day'`,
);

export async function deleteOldHolders(tx: Tx): Promise<void> {
  await tx.query(deleteOld, []);
}

// each server reports every two seconds
const selectLive = statement(
  'keys.select-live-holders',
  `select holder_id, name, master_versions, lookup_versions, data_versions, sealing_version, content_versions,
          hashing_version, problem, seen_at
     from key_holders where seen_at > clock_timestamp() - interval '20 seconds' order by name, holder_id`,
);

/** Returns the running servers that the database knows. */
export function readLiveHolders(tx: Tx): Promise<KeyHolder[]> {
  return tx.query(selectLive, []);
}
