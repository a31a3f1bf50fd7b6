import { randomUUID } from 'node:crypto';
import { queryOne, statement, type Tx } from '../../storage/index.ts';
import type { FeedManifest } from './feed-manifest.ts';

/** A server that stores no progress within this time loses the feed to another server. */
const LEASE = `now() + interval '30 seconds'`;
const RETRY = `now() + interval '5 seconds'`;
const IS_ACTIVE = `(events <> '{}' or pending_position is not null)`;

export interface FeedRow {
  bank_id: string;
  feed_id: string;
  folder: string;
  /** The folder that has the marker of the feed. */
  marked_folder: string | null;
  events: string[];
  interval_seconds: number;
  position: bigint;
  sequence: bigint;
  pending_manifest: FeedManifest | null;
  pending_position: bigint | null;
}
const COLUMNS = `bank_id, feed_id, folder, marked_folder, events, interval_seconds, position, sequence, pending_manifest, pending_position`;

const selectFeeds = statement(
  'outbox.select-feeds',
  `select ${COLUMNS} from event_feeds where ${IS_ACTIVE} order by bank_id`,
);

/** Returns the feeds of all banks. */
export function readFeeds(tx: Tx): Promise<FeedRow[]> {
  return tx.query(selectFeeds, []);
}

const selectDueFeeds = statement(
  'outbox.select-due-feeds',
  `select bank_id from event_feeds
    where due_at <= now() and (leased_until is null or leased_until < now()) and ${IS_ACTIVE} order by due_at`,
);

/** Returns the banks whose feed is due and is not being written. */
export async function findDueFeeds(tx: Tx): Promise<string[]> {
  return (await tx.query<{ bank_id: string }>(selectDueFeeds, [])).map(({ bank_id }) => bank_id);
}

const claimStatement = statement(
  'outbox.claim-feed',
  `update event_feeds set lease = $2, leased_until = ${LEASE}
    where bank_id = $1 and due_at <= now() and (leased_until is null or leased_until < now()) and ${IS_ACTIVE}
   returning ${COLUMNS}`,
);

/** Leases the feed of a bank to this server, if it is due and free. */
export async function claimFeed(tx: Tx, bankId: string, lease: string): Promise<FeedRow | undefined> {
  return (await tx.query<FeedRow>(claimStatement, [bankId, lease]))[0];
}

const setPending = statement(
  'outbox.set-pending-manifest',
  `update event_feeds set pending_manifest = $3, pending_position = $4, leased_until = ${LEASE}
    where bank_id = $1 and lease = $2 returning bank_id`,
);

/**
 * Stores the manifest before its files are written, and renews the lease. Returns false if another server has the feed.
 */
export async function storePending(
  tx: Tx,
  { bankId, lease }: LeasedFeed,
  manifest: FeedManifest,
  position: bigint,
): Promise<boolean> {
  return (await tx.query(setPending, [bankId, lease, JSON.stringify(manifest), position])).length === 1;
}

/** A feed and the lease under which a server writes it. */
export interface LeasedFeed {
  readonly bankId: string;
  readonly lease: string;
}

const markStatement = statement(
  'outbox.mark-feed-folder',
  'update event_feeds set marked_folder = $3 where bank_id = $1 and lease = $2',
);

export async function setMarkedFolder(tx: Tx, { bankId, lease }: LeasedFeed, folder: string): Promise<void> {
  await tx.query(markStatement, [bankId, lease, folder]);
}

const renewStatement = statement(
  'outbox.renew-feed',
  `update event_feeds set leased_until = ${LEASE} where bank_id = $1 and lease = $2 returning bank_id`,
);

/** Renews the lease. Returns false if another server has the feed. */
export async function renewFeed(tx: Tx, { bankId, lease }: LeasedFeed): Promise<boolean> {
  return (await tx.query(renewStatement, [bankId, lease])).length === 1;
}

const finishStatement = statement(
  'outbox.finish-feed',
  `update event_feeds
      set position = $3, sequence = $4, pending_manifest = null, pending_position = null, lease = null, leased_until = null,
          due_at = now() + case when $5 then interval '0' else interval_seconds * interval '1 second' end
    where bank_id = $1 and lease = $2 returning bank_id`,
);

/**
 * Stores the position and the sequence of the last files, and ends the lease. If `hasMore` is true, the next files are
 * due at once.
 */
export async function finishFeed(
  tx: Tx,
  { bankId, lease }: LeasedFeed,
  { position, sequence, hasMore }: { position: bigint; sequence: bigint; hasMore: boolean },
): Promise<boolean> {
  return (await tx.query(finishStatement, [bankId, lease, position, sequence, hasMore])).length === 1;
}

const releaseStatement = statement(
  'outbox.release-feed',
  `update event_feeds set lease = null, leased_until = null, due_at = ${RETRY} where bank_id = $1 and lease = $2`,
);

/** Ends the lease after a failure. The feed is due again 5 seconds later. */
export async function releaseFeed(tx: Tx, { bankId, lease }: LeasedFeed): Promise<void> {
  await tx.query(releaseStatement, [bankId, lease]);
}

const selectLast = statement(
  'outbox.select-last-event',
  'select coalesce(max(event_id), 0) as last from outbox_events where bank_id = $1',
);

/** Returns the position of the newest event of a bank. */
export async function readLastEvent(tx: Tx, bankId: string): Promise<bigint> {
  return BigInt((await queryOne<{ last: bigint | number }>(tx, selectLast, [bankId])).last);
}

const insertFeed = statement(
  'outbox.upsert-feed',
  `insert into event_feeds (bank_id, feed_id, folder, events, interval_seconds, position)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (bank_id) do update
      set folder = excluded.folder, events = excluded.events, interval_seconds = excluded.interval_seconds,
          position = case when event_feeds.events = '{}' and event_feeds.pending_position is null
            then greatest(event_feeds.position, excluded.position) else event_feeds.position end,
          due_at = least(event_feeds.due_at, now() + excluded.interval_seconds * interval '1 second')`,
);
const endStatement = statement('outbox.end-feed', `update event_feeds set events = '{}' where bank_id = $1`);

/** Sets the configured feed of a bank. A new one begins with the events that follow. Undefined ends the feed. */
export async function setFeed(
  tx: Tx,
  bankId: string,
  feed: { readonly folder: string; readonly events: readonly string[]; readonly intervalSeconds: number } | undefined,
): Promise<void> {
  if (feed === undefined) return void (await tx.query(endStatement, [bankId]));
  const { folder, events, intervalSeconds } = feed;
  await tx.query(insertFeed, [bankId, randomUUID(), folder, events, intervalSeconds, await readLastEvent(tx, bankId)]);
}
