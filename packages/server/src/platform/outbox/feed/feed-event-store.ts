import { statement, type Tx } from '../../storage/index.ts';

const KEY = `(select hashtextextended('outbox ' || $1 || ' ' || $1, 0) as key) k`;

// Writers hold the shared lock of outbox.share-owner from before their first event until their transaction ends.
// pg_locks shows its key in two halves.
const selectWriters = statement(
  'outbox.select-event-writers',
  `select l.virtualtransaction as writer from pg_locks l, ${KEY}
    where l.locktype = 'advisory' and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and l.classid = ((k.key >> 32) & 4294967295)::oid and l.objid = (k.key & 4294967295)::oid`,
);

/** Returns the transactions that write events of a bank now. */
export async function readEventWriters(tx: Tx, bankId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ writer: string }>(selectWriters, [bankId]);
  return new Set(rows.map(({ writer }) => writer));
}

export interface FeedEventRow {
  event_id: bigint;
  notification_id: string;
  type: string;
  stream: string;
  sealed_payload: Buffer;
  key_version: number;
  created_at: Date;
}

/** The limits on the events that a round has in memory at once. */
export const MAX_FEED_EVENTS = 5_000;
export const MAX_FEED_BYTES = 32 * 1024 * 1024;

const selectFeedEvents = statement(
  'outbox.select-feed-events',
  `select event_id, notification_id, type, stream, sealed_payload, key_version, created_at
     from (select v.*, sum(octet_length(sealed_payload)) over (order by event_id) - octet_length(sealed_payload) as bytes_before
             from (select * from outbox_events
                    where bank_id = $1 and owner_id = $1 and event_id > $2 and event_id <= $3
                      and $4::text[] && array[type, split_part(type, '.', 1) || '.*']
                    order by event_id limit ${MAX_FEED_EVENTS}) v) w
    where bytes_before < ${MAX_FEED_BYTES} order by event_id`,
);

/** Reads the next events of the types or prefixes, after a position and up to another, oldest first. */
export function readFeedEvents(
  tx: Tx,
  bankId: string,
  { after, upTo, events }: { readonly after: bigint; readonly upTo: bigint; readonly events: readonly string[] },
): Promise<FeedEventRow[]> {
  return tx.query(selectFeedEvents, [bankId, after, upTo, events]);
}

const selectOldest = statement(
  'outbox.select-feed-lag',
  `select v.created_at as since
     from event_feeds f join outbox_events v
       on v.bank_id = f.bank_id and v.owner_id = f.bank_id and v.event_id > f.position
      and f.events && array[v.type, split_part(v.type, '.', 1) || '.*']
    where f.bank_id = $1 order by v.event_id limit 1`,
);

/** Returns the time of the oldest event that is in no file yet. Undefined if there is none. */
export async function readFeedLag(tx: Tx, bankId: string): Promise<Date | undefined> {
  return (await tx.query<{ since: Date }>(selectOldest, [bankId]))[0]?.since;
}
