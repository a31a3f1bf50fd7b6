import { requireValue } from '../kernel/required.ts';
import { BUCKET_COUNT } from './bucket.ts';
import type { HostAddress } from './hosts/database-hosts.ts';
import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

/** Finds the Citus nodes of accounts. A shard always holds the same buckets, and moves as a whole. */
export interface BucketNodes {
  readonly shardCount: number;
  /** The index of a bucket's shard among all of them, from 0. */
  shardOf(bucket: number): number;
  /** Returns the node that holds a shard. It is read again after a minute, and after `doubt`. */
  nodeOf(shard: number): Promise<HostAddress>;
  /** Reports that a node did not answer as expected, because the shard may have moved. */
  doubt(): void;
}

interface PlaceRow {
  bucket: number;
  shard: bigint;
  host: string;
  port: number;
}

const selectCitus = statement('storage.select-citus', `select to_regclass('pg_dist_partition') is not null as found`);
const selectPlaces = statement(
  'storage.select-bucket-places',
  `select b.bucket, p.shardid as shard, p.nodename as host, p.nodeport::int as port
     from pg_dist_partition d
    cross join generate_series(0, $1::int - 1) as b (bucket)
     join pg_dist_shard_placement p
       on p.shardid = get_shard_id_for_distribution_column('accounts', b.bucket::smallint)
    where d.logicalrelid = 'accounts'::regclass and d.partmethod = 'h' order by 1`,
);

const REREAD_AFTER_MS = 60_000;

/** Returns undefined if the accounts are not distributed. */
export async function findBucketNodes(database: Tx): Promise<BucketNodes | undefined> {
  const [citus] = await database.query<{ found: boolean }>(selectCitus, []);
  if (citus?.found !== true) return undefined;
  const read = () => database.query<PlaceRow>(selectPlaces, [BUCKET_COUNT]);
  let places = await read();
  if (places.length === 0) return undefined;
  let readAt = performance.now();
  let reading: Promise<void> | undefined;
  const readAgain = async () => {
    places = await read();
    readAt = performance.now();
  };
  const shards = [...new Set(places.map(({ shard }) => shard))];
  const shardOfBucket = places.map(({ shard }) => shards.indexOf(shard));
  return {
    shardCount: shards.length,
    shardOf: (bucket) => requireValue(shardOfBucket[bucket], 'the shard of a bucket'),
    async nodeOf(shard) {
      if (performance.now() - readAt > REREAD_AFTER_MS) {
        reading ??= readAgain().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      const { host, port } = requireValue(
        places.find((place) => place.shard === shards[shard]),
        'the node of a shard',
      );
      return { host, port };
    },
    doubt: () => {
      readAt = Number.NEGATIVE_INFINITY;
    },
  };
}
