import type { BackgroundThrottle } from '../../kernel/concurrency/background-throttle.ts';
import { chunkOf, eachInChunks, inChunks } from '../../kernel/concurrency/chunks.ts';
import { runWork, type WorkDeps } from '../../operation/index.ts';
import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { deleteSomeOfEndpoint, readDeletedEndpoints, removeDeletedEndpoint } from './deleted-endpoint-store.ts';
import { dropExpiredMessagesOf, findExpiredStreams } from './expiry-store.ts';
import { MESSAGE_LIFETIME_MS } from './message-deadline.ts';
import {
  abandonMessages,
  type DeadMessage,
  deleteOld,
  deleteOldEvents,
  findOverdueStreams,
} from './message-retention-store.ts';
import { isOperational, publishOperationalEvents } from './publish-operational-events.ts';
import { lockStream, promoteHead, type StreamName } from './stream-store.ts';

const STREAMS_AT_ONCE = 500;
const MAX_EXPIRED = 200;
const DELETED_AT_ONCE = 200;
const DAY_MS = 86_400_000;

type ChunkDeps = WorkDeps & { readonly throttle: BackgroundThrottle };

/**
 * Marks messages as dead that were pending for 30 days without using up their attempts: their endpoint is paused or
 * disabled, or they wait behind another message. Returns the number.
 */
export async function expireOverdue(
  { throttle, ...deps }: ChunkDeps & { readonly vault: Vault },
  bankId: string,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - MESSAGE_LIFETIME_MS);
  const work = { operation: 'outbox.give-up-messages', actor: 'cardwright', requestId: '', now };
  const abandonFor = (stream: StreamName) =>
    runWork(deps, work, async ({ tx }) => {
      await lockStream(tx, bankId, stream);
      const dead = await abandonMessages(tx, bankId, stream, since, now, MAX_EXPIRED);
      await promoteHead(tx, bankId, stream, now);
      await publishDeadMessages(tx, deps.vault, bankId, stream.endpointId, dead, now);
      return { commit: true, result: dead.length };
    });
  let total = 0;
  for (;;) {
    const streams = await findOverdueStreams(deps.database, bankId, since, STREAMS_AT_ONCE);
    const dead = await eachInChunks(throttle, streams, abandonFor);
    total += dead;
    if (dead === 0) return total;
  }
}

async function publishDeadMessages(
  tx: Tx,
  vault: Vault,
  bankId: string,
  endpointId: string,
  dead: readonly DeadMessage[],
  now: Date,
): Promise<void> {
  const [first] = dead;
  if (first === undefined || first.owner_kind === null || first.owner_id === null) return;
  const owner = { bankId, kind: first.owner_kind, ownerId: first.owner_id };
  const deaths = dead
    .filter(({ type }) => !isOperational(type))
    .map(({ notification_id: id, type }) => ({
      type: 'message.dead' as const,
      reason: 'It waited for 30 days',
      notification: { id, type },
    }));
  await publishOperationalEvents(tx, vault, owner, endpointId, deaths, now);
}

/** Drops messages that expired behind a waiting one, or for a paused or disabled endpoint. */
export async function dropExpiredMessages({ throttle, ...deps }: ChunkDeps, bankId: string, now: Date): Promise<void> {
  const work = { operation: 'outbox.drop-expired', actor: 'cardwright', requestId: '', now };
  const streams = await findExpiredStreams(deps.database, bankId, now, STREAMS_AT_ONCE);
  await eachInChunks(throttle, streams, (stream) =>
    runWork(deps, work, async ({ tx }) => {
      await lockStream(tx, bankId, stream);
      await dropExpiredMessagesOf(tx, bankId, stream, now);
      await promoteHead(tx, bankId, stream, now);
      return { commit: true, result: 1 };
    }),
  );
}

/**
 * In milliseconds. Deliveries and changes that were running when the endpoint was deleted may add rows for this long.
 */
const REMAINS_COME_FOR_MS = 10 * 60_000;

type DeleteDeps = Pick<ChunkDeps, 'database' | 'throttle'>;

/** Deletes the messages, attempts and streams of endpoints that were deleted. */
export async function deleteRemains({ database, throttle }: DeleteDeps, bankId: string, now: Date): Promise<void> {
  for (const { endpoint_id: endpointId, deleted_at: at } of await readDeletedEndpoints(database, bankId)) {
    await inChunks(throttle, async () => {
      const done = await deleteSomeOfEndpoint(database, bankId, endpointId, DELETED_AT_ONCE);
      return { done, isLast: done === 0 };
    });
    if (now.getTime() >= at.getTime() + REMAINS_COME_FOR_MS) await removeDeletedEndpoint(database, bankId, endpointId);
  }
}

/** Deletes events, settled messages and attempts that are older than `days`. */
export async function deleteOldMessages(
  { database, throttle }: DeleteDeps,
  bankId: string,
  days: number,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS);
  await inChunks(throttle, () => chunkOf(DELETED_AT_ONCE, (most) => deleteOldEvents(database, bankId, before, most)));
  await inChunks(throttle, async () => {
    const { messages, attempts } = await deleteOld(database, bankId, before, DELETED_AT_ONCE);
    return { done: messages + attempts, isLast: messages < DELETED_AT_ONCE && attempts < DELETED_AT_ONCE };
  });
}
