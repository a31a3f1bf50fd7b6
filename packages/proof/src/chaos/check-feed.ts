import { join } from 'node:path';
import { filesOfFeed, readFeed, readManifests } from '../../../server/src/testing/event-feed.ts';
import type { ReceivedRequest } from '../../../server/src/testing/webhook-receiver.ts';
import type { ChaosDatabase } from './chaos-database.ts';
import { findUnorderedEvents } from './check-provisionings.ts';

/** The types that the receiver gets too, without the token notifications. */
const FEED_EVENTS = ['token.*'];
const DRAIN_MS = 120_000;

/** Configures a feed of the demo bank into the folder of the run. */
export async function beginFeed(database: ChaosDatabase, folder: string): Promise<void> {
  await database.sql(
    `insert into event_feeds (bank_id, feed_id, folder, events, interval_seconds, position)
     values ('DEMO', gen_random_uuid(), $1, $2, 1, 0)`,
    [join(folder, 'feed'), FEED_EVENTS],
  );
}

/**
 * Continues the feed after the start of a server. The start ends the feed, because no configuration has it. Its
 * position stays, so it loses no event.
 */
export async function continueFeed(database: Pick<ChaosDatabase, 'sql'>): Promise<void> {
  await database.sql(`update event_feeds set events = $1 where bank_id = 'DEMO' and events = '{}'`, [FEED_EVENTS]);
}

/**
 * Finds events that are lost, duplicated or out of order in the files of the feed, and files that no manifest lists.
 */
export async function findWrongFeed(
  database: ChaosDatabase,
  folder: string,
  accepted: ReadonlyMap<string, ReceivedRequest>,
): Promise<{ readonly rows: number; readonly violations: string[] }> {
  const feed = join(folder, 'feed');
  await continueFeed(database);
  const violations = await drain(database);
  const rows = await readFeed(feed);
  const stored = await database.sql<{ id: string }>(
    `select notification_id as id from outbox_events where bank_id = 'DEMO' and type like 'token.%' order by event_id`,
  );
  const ids = rows.map(({ id }) => String(id));
  const times = new Map<string, number>();
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  for (const [id, count] of times) if (count > 1) violations.push(`event ${id} is ${count} times in the feed`);
  for (const { id } of stored) if (!times.has(id)) violations.push(`event ${id} is not in the feed`);
  for (const [id, { body }] of accepted)
    if (JSON.parse(body).type?.startsWith('token.') && !times.has(id))
      violations.push(`the feed lacks ${id}, which was sent`);
  const sent = rows.map(({ id, payload }) => [String(id), { body: String(payload) }] as const);
  violations.push(...findUnorderedEvents(new Map(sent)).violations.map((one) => `feed: ${one}`));
  const paths = (await readManifests(feed)).flatMap(({ files }) => files.map(({ path }) => path));
  const others = (await filesOfFeed(feed)).filter((path) => !paths.includes(path));
  violations.push(...others.map((path) => `no manifest lists ${path}`));
  return { rows: rows.length, violations };
}

/** Waits until the feed has every event. */
async function drain(database: ChaosDatabase): Promise<string[]> {
  const until = Date.now() + DRAIN_MS;
  const waiting = async () => {
    const [row] = await database.sql<{ waits: boolean }>(
      `select f.pending_position is not null or exists (
         select from outbox_events v where v.bank_id = 'DEMO' and v.event_id > f.position and v.type like 'token.%') as waits
         from event_feeds f where f.bank_id = 'DEMO'`,
    );
    return row?.waits ?? false;
  };
  while (await waiting()) {
    if (Date.now() > until) return ['the feed has not every event'];
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return [];
}
