import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { createSemaphore } from '../../kernel/concurrency/semaphore.ts';
import { verifySecret } from './secret-hash.ts';

/** The number of concurrent hashes. Name resolution and file access also use libuv's four threads. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() >> 1));
/** A secret whose check would start later than this is refused at once, so that no refusal is late (see refusal-time.ts). */
const LONGEST_WAIT_MS = 600;
const FIRST_GUESS_MS = 100;
const MAX_COMPARISONS = 10_000;

/** Checks secrets against their hashes. Hashing runs on separate threads, few at once, and no check waits for long. */
export interface SecretVerifier {
  /** Whether no further hash can be made now. */
  isBusy(): boolean;
  /** Whether the secret is right, if an earlier check has determined it; undefined if that needs a hash. */
  recall(secret: string, stored: string): boolean | undefined;
  verify(secret: string, stored: string): Promise<boolean>;
}

/**
 * A hash takes about 100 ms of a processor, so it is made once. Later checks compare a MAC of the right secret, which
 * is only in memory. Two equal concurrent checks share one hash.
 */
export function createSecretVerifier(): SecretVerifier {
  const key = randomBytes(32);
  const markOf = (secret: string) => createHmac('sha256', key).update(secret).digest('base64');
  const rightMarks = new LRUCache<string, string>({ max: MAX_COMPARISONS });
  const inFlight = new Map<string, Promise<boolean>>();
  const semaphore = createSemaphore(AT_ONCE);
  let usualMs = FIRST_GUESS_MS;

  const check = async (secret: string, stored: string): Promise<boolean> => {
    const end = await semaphore.take();
    const began = performance.now();
    try {
      return await verifySecret(secret, stored);
    } finally {
      usualMs += (performance.now() - began - usualMs) / 4;
      end();
    }
  };
  return {
    isBusy: () => (semaphore.count() / AT_ONCE) * usualMs > LONGEST_WAIT_MS,
    recall: (secret, stored) => {
      const right = rightMarks.get(stored);
      return right === undefined ? undefined : right === markOf(secret);
    },
    async verify(secret, stored) {
      const mark = markOf(secret);
      const same = `${stored} ${mark}`;
      const checked = inFlight.get(same) ?? check(secret, stored).finally(() => inFlight.delete(same));
      inFlight.set(same, checked);
      const isRight = await checked;
      if (isRight) rightMarks.set(stored, mark);
      return isRight;
    },
  };
}
