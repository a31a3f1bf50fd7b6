import type { TokenNotification } from '@cardwright/contract';
import { answerNotification, type NotificationAnswer } from './answer-notification.ts';
import type { ReceivedTokenNotification } from './receive-token-notification.ts';

/** Outcome for a message: stored now, already stored, or known with other content. */
export type DeduplicationResult = 'stored' | 'repeated' | 'changed';

/**
 * Records which messages were stored. The sender repeats a message until it gets the confirmation, so a message also
 * arrives again if its confirmation was lost.
 */
export interface Deduplicate<Tx = undefined> {
  /**
   * Calls `store` unless the message is known. The message is recorded as known only if `store` succeeds. Of two
   * concurrent calls with the same id, the second waits for the first.
   */
  once(webhookId: string, contentHash: string, store: (tx: Tx) => Promise<unknown>): Promise<DeduplicationResult>;
}

/**
 * Stores a received notification once, and returns the answer to send: 00, also for a repeat; 94 for other content
 * under a known id; and the original refusal for a refused notification. Rejects if `store` fails. Answer 96 in that
 * case.
 */
export async function storeOnce<Tx>(
  received: ReceivedTokenNotification,
  deduplicate: Deduplicate<Tx>,
  store: (notification: TokenNotification, tx: Tx) => Promise<unknown>,
): Promise<NotificationAnswer> {
  if (!received.ok) return received.answer;
  const { webhookId, contentHash, notification } = received;
  const result = await deduplicate.once(webhookId, contentHash, (tx) => store(notification, tx));
  return result === 'changed' ? answerNotification({ type: notification.type, code: '94' }) : received.answer;
}

const MAX_IN_MEMORY = 10_000;

/**
 * Deduplicates in memory, for tests and for a single process whose `store` itself detects repeats after a restart.
 * Above `most` messages, the oldest are removed.
 */
export function inMemory(most = MAX_IN_MEMORY): Deduplicate {
  const entries = new Map<string, { contentHash: string; stored: Promise<unknown> }>();
  return {
    once: async (webhookId, contentHash, store) => {
      for (let earlier = entries.get(webhookId); earlier !== undefined; earlier = entries.get(webhookId)) {
        const isStored = await earlier.stored.then(
          () => true,
          () => false,
        );
        // After a failure, one waiting call tries to store the message, and the others wait for it.
        if (isStored) return earlier.contentHash === contentHash ? 'repeated' : 'changed';
        if (entries.get(webhookId) === earlier) entries.delete(webhookId);
      }
      const stored = Promise.resolve().then(() => store(undefined));
      entries.set(webhookId, { contentHash, stored });
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
      await stored.catch((error: unknown) => {
        entries.delete(webhookId);
        throw error;
      });
      return 'stored';
    },
  };
}
