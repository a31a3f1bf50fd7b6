import { runWork, type WorkDeps } from '../../operation/index.ts';
import type { Database, Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { deleteSomeOfEndpoint, forgetDeletedEndpoint, readDeletedEndpoints } from './deleted-endpoint-store.ts';
import { dropExpiredOf, findExpiredStreams } from './expiry-store.ts';
import { GIVEN_UP_AFTER_MS } from './message-deadline.ts';
import { deleteOld, deleteOldEvents, findOverdueStreams, type GivenUp, giveUp } from './message-retention-store.ts';
import { lockStream, promoteHead } from './stream-store.ts';
import { isOperational, tellOperations } from './tell-operations.ts';

const STREAMS_AT_ONCE = 500;
const DELETED_AT_ONCE = 1_000;
const DAY_MS = 86_400_000;

/**
 * Gives up messages that were pending for 30 days without using up their attempts: their endpoint is paused or
 * disabled, or they wait behind another message. Returns how many.
 */
export async function giveUpOverdue(
  deps: WorkDeps & { readonly vault: Vault },
  bankId: string,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - GIVEN_UP_AFTER_MS);
  const work = { operation: 'outbox.give-up-messages', actor: 'cardwright', requestId: '', now };
  let total = 0;
  for (;;) {
    const streams = await findOverdueStreams(deps.database, bankId, since, STREAMS_AT_ONCE);
    let dead = 0;
    for (const stream of streams) {
      dead += await runWork(deps, work, async ({ tx }) => {
        await lockStream(tx, bankId, stream);
        const given = await giveUp(tx, bankId, stream, since, now);
        await promoteHead(tx, bankId, stream, now);
        await tellDeaths(tx, deps.vault, bankId, stream.endpointId, given, now);
        return { commit: true, result: given.length };
      });
    }
    total += dead;
    if (streams.length < STREAMS_AT_ONCE || dead === 0) return total;
  }
}

async function tellDeaths(
  tx: Tx,
  vault: Vault,
  bankId: string,
  endpointId: string,
  given: readonly GivenUp[],
  now: Date,
): Promise<void> {
  const [first] = given;
  if (first === undefined || first.owner_kind === null || first.owner_id === null) return;
  const owner = { bankId, kind: first.owner_kind, ownerId: first.owner_id };
  const deaths = given
    .filter(({ type }) => !isOperational(type))
    .map(({ notification_id: id, type }) => ({
      type: 'message.dead' as const,
      reason: 'It waited for 30 days',
      notification: { id, type },
    }));
  await tellOperations(tx, vault, owner, endpointId, deaths, now);
}

/** Drops what expired behind a message that waits, or for an endpoint that is paused or disabled. */
export async function dropExpiredMessages(deps: WorkDeps, bankId: string, now: Date): Promise<void> {
  const work = { operation: 'outbox.drop-expired', actor: 'cardwright', requestId: '', now };
  for (const stream of await findExpiredStreams(deps.database, bankId, now, STREAMS_AT_ONCE)) {
    await runWork(deps, work, async ({ tx }) => {
      await lockStream(tx, bankId, stream);
      await dropExpiredOf(tx, bankId, stream, now);
      await promoteHead(tx, bankId, stream, now);
      return { commit: true, result: undefined };
    });
  }
}

/** A delivery that ran, or a change that was being written, when the endpoint was deleted leaves rows until then. */
const REMAINS_COME_FOR_MS = 10 * 60_000;

/** Deletes the messages, attempts and streams of endpoints that were deleted. */
export async function deleteRemains(database: Database, bankId: string, now: Date): Promise<void> {
  for (const { endpoint_id: endpointId, deleted_at: at } of await readDeletedEndpoints(database, bankId)) {
    while ((await deleteSomeOfEndpoint(database, bankId, endpointId, DELETED_AT_ONCE)) > 0);
    if (now.getTime() >= at.getTime() + REMAINS_COME_FOR_MS) await forgetDeletedEndpoint(database, bankId, endpointId);
  }
}

/** Deletes events, settled messages and attempts that are older than `days`. */
export async function deleteOldMessages(database: Database, bankId: string, days: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS);
  while ((await deleteOldEvents(database, bankId, before, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
  for (;;) {
    const { messages, attempts } = await deleteOld(database, bankId, before, DELETED_AT_ONCE);
    if (messages < DELETED_AT_ONCE && attempts < DELETED_AT_ONCE) return;
  }
}
