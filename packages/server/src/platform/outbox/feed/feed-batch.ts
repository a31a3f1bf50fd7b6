import { createHash } from 'node:crypto';
import { createPauses } from '../../kernel/concurrency/pauses.ts';
import { requireValue } from '../../kernel/required.ts';
import { type Database, type Tx, waitForTransactions } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { messagePayloadContext } from '../outbox-seal-contexts.ts';
import {
  type FeedEventRow,
  MAX_FEED_BYTES,
  MAX_FEED_EVENTS,
  readEventWriters,
  readFeedEvents,
} from './feed-event-store.ts';
import { type FeedFile, type FeedManifest, filePath } from './feed-manifest.ts';
import { type FeedRow, readLastEvent } from './feed-store.ts';
import { type FeedContent, type FeedEvent, renderParquet } from './parquet-file.ts';

/** Events for the next files. */
export interface FeedBatch {
  readonly manifest: FeedManifest;
  /** The content of each file, by its path. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

interface BatchDeps {
  readonly database: Database;
  readonly vault: Vault;
}

/** The number of events that are opened before the event loop gets a turn. */
const EVENTS_AT_ONCE = 100;
const POLL_INTERVAL_MS = 10;
const WRITERS_TIMEOUT_MS = 5_000;

/**
 * Returns the position up to which no further event of a bank can appear. Event ids are assigned before their
 * transactions commit, so a smaller id may appear after a larger one. Every transaction with an id up to the newest
 * visible one also holds the shared lock of its bank. Once these transactions have ended, all of these events are
 * visible. New transactions do not wait. Undefined if a transaction takes too long; the next round tries again.
 */
export async function findSettledPosition(tx: Tx, bankId: string): Promise<bigint | undefined> {
  const last = await readLastEvent(tx, bankId);
  const writers = { everyMs: POLL_INTERVAL_MS, timeoutMs: WRITERS_TIMEOUT_MS };
  return (await waitForTransactions(() => readEventWriters(tx, bankId), writers)) ? last : undefined;
}

/** Reads the events after the position of a feed. `position` is that of the last event read. */
export async function readNextEvents(
  { database }: BatchDeps,
  { bank_id: bankId, position: after, events }: FeedRow,
): Promise<{ rows: FeedEventRow[]; position: bigint; hasMore: boolean } | undefined> {
  const upTo = await findSettledPosition(database, bankId);
  if (upTo === undefined || upTo <= after) return undefined;
  const rows = await readFeedEvents(database, bankId, { after, upTo, events });
  const bytes = rows.reduce((sum, row) => sum + row.sealed_payload.length, 0);
  const hasMore = rows.length >= MAX_FEED_EVENTS || bytes >= MAX_FEED_BYTES;
  const last = rows.at(-1);
  return { rows, position: hasMore && last !== undefined ? last.event_id : upTo, hasMore };
}

/**
 * Sorts events into files by type and hour. In each file, they have the order of the events, and so has each object.
 */
export async function makeBatch(
  { vault }: Pick<BatchDeps, 'vault'>,
  bankId: string,
  sequence: number,
  rows: readonly FeedEventRow[],
): Promise<FeedBatch> {
  const groups = new Map<string, FeedEvent[]>();
  const pause = createPauses(EVENTS_AT_ONCE);
  for (const row of rows) {
    const event = openEvent(vault, bankId, row);
    const path = filePath(event.type, hourOf(event), sequence);
    const group = groups.get(path);
    if (group === undefined) groups.set(path, [event]);
    else group.push(event);
    await pause();
  }
  const contents = new Map<string, Uint8Array>();
  const files: FeedFile[] = [];
  for (const [path, events] of groups) {
    const content = await renderParquet(events);
    contents.set(path, content);
    const [first, last] = [requireValue(events[0], 'the first event'), requireValue(events.at(-1), 'the last event')];
    const ids = { first_event_id: first.id, last_event_id: last.id };
    const { type } = first;
    files.push({ path, type, hour: hourOf(first), rows: events.length, ...ids, sha256: sha256Of(content) });
  }
  return { manifest: { sequence, bank: bankId, files }, contents };
}

function openEvent(vault: Vault, bankId: string, row: FeedEventRow): FeedEvent {
  const { event_id: position, notification_id: id, type, stream, created_at: createdAt } = row;
  const sealed = { sealed: row.sealed_payload, keyVersion: row.key_version };
  const payload = vault.open(messagePayloadContext(bankId, id), sealed);
  const content = JSON.parse(payload) as FeedContent;
  const occurredAt = new Date(content.occurred_at ?? content.timestamp ?? createdAt);
  return { position, id, type, stream, payload, occurredAt, content };
}

function hourOf({ occurredAt }: FeedEvent): string {
  return occurredAt.toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
}

export function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
