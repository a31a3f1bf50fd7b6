import type { Database } from '../../storage/index.ts';
import { GIVEN_UP_AFTER_MS } from './message-deadline.ts';
import { deleteOld, findOverdueStreams, giveUp } from './message-retention-store.ts';
import { lockStream, promoteHead } from './stream-store.ts';

const STREAMS_AT_ONCE = 500;
const DELETED_AT_ONCE = 1_000;
const DAY_MS = 86_400_000;

/**
 * Gives up what waited for 30 days without being tried to the end: for an endpoint that is paused or disabled, or behind
 * another message. Answers how many.
 */
export async function giveUpOverdue(database: Database, bankId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - GIVEN_UP_AFTER_MS);
  let total = 0;
  for (;;) {
    const streams = await findOverdueStreams(database, bankId, since, STREAMS_AT_ONCE);
    let dead = 0;
    for (const stream of streams) {
      dead += await database.transaction(async (tx) => {
        await lockStream(tx, bankId, stream);
        const given = await giveUp(tx, bankId, stream, since, now);
        await promoteHead(tx, bankId, stream, now);
        return { commit: true, result: given };
      });
    }
    total += dead;
    if (streams.length < STREAMS_AT_ONCE || dead === 0) return total;
  }
}

/** Deletes messages that were settled, and attempts, of before so many days. */
export async function deleteOldMessages(database: Database, bankId: string, days: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS);
  for (;;) {
    const { messages, attempts } = await deleteOld(database, bankId, before, DELETED_AT_ONCE);
    if (messages < DELETED_AT_ONCE && attempts < DELETED_AT_ONCE) return;
  }
}
