import type { TokenNotification } from '@cardwright/contract';
import { answerNotification, type NotificationAnswer } from './answer-notification.ts';
import type { ReceivedTokenNotification } from './receive-token-notification.ts';

/** What became of a message: kept now, known already, or known with other content. */
export type Seen = 'kept' | 'repeated' | 'changed';

/**
 * Remembers which messages were kept. The sender repeats a message until it is confirmed, also when it was the
 * confirmation that was lost.
 */
export interface Deduplicate<Tx = undefined> {
  /**
   * Calls `keep` unless the message is known. It is remembered only if `keep` succeeds. Two at once with the same id:
   * the second waits for the first.
   */
  once(webhookId: string, contentHash: string, keep: (tx: Tx) => Promise<unknown>): Promise<Seen>;
}

/**
 * Keeps a received notification once, and returns the answer to send: 00 also to a repeat, 94 to another content under
 * a known id, and what was refused as it was. If `keep` fails, so does this: answer 96.
 */
export async function keepOnce<Tx>(
  received: ReceivedTokenNotification,
  deduplicate: Deduplicate<Tx>,
  keep: (notification: TokenNotification, tx: Tx) => Promise<unknown>,
): Promise<NotificationAnswer> {
  if (!received.ok) return received.answer;
  const { webhookId, contentHash, notification } = received;
  const seen = await deduplicate.once(webhookId, contentHash, (tx) => keep(notification, tx));
  return seen === 'changed' ? answerNotification({ type: notification.type, code: '94' }) : received.answer;
}

const MOST_IN_MEMORY = 10_000;

/** For tests, and for one process whose `keep` recognises repeats after a restart. Forgets the oldest above `most`. */
export function inMemory(most = MOST_IN_MEMORY): Deduplicate {
  const known = new Map<string, { contentHash: string; kept: Promise<unknown> }>();
  return {
    once: async (webhookId, contentHash, keep) => {
      for (let earlier = known.get(webhookId); earlier !== undefined; earlier = known.get(webhookId)) {
        const isKept = await earlier.kept.then(
          () => true,
          () => false,
        );
        // after a failure the next one tries, and is waited for by the others in turn
        if (isKept) return earlier.contentHash === contentHash ? 'repeated' : 'changed';
        if (known.get(webhookId) === earlier) known.delete(webhookId);
      }
      const kept = Promise.resolve().then(() => keep(undefined));
      known.set(webhookId, { contentHash, kept });
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
      await kept.catch((error: unknown) => {
        known.delete(webhookId);
        throw error;
      });
      return 'kept';
    },
  };
}
