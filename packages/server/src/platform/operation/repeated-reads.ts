import { createHmac, randomBytes } from 'node:crypto';
import { OPERATIONS, type Operation } from '@cardwright/contract';
import type { Caller } from '../access/index.ts';
import { createLruCache } from '../kernel/lru-cache.ts';

/** The reads that the audit log already has. A page that refreshes a list sends the same read many times. */
export interface RepeatedReads {
  /**
   * The key of a read that a page sent by itself; undefined for every other request. It depends on the request and on
   * the row of the audit log, so a read of something else, or of a list that changed, is not a repeat.
   */
  keyOf(caller: Caller, operation: string, request: unknown, row: readonly unknown[]): string | undefined;
  has(key: string): boolean;
  /** Adds reads whose rows are committed. */
  add(keys: readonly string[]): void;
}

/** Operations that change nothing. The header of a page never keeps a change out of the audit log. */
const READING: ReadonlySet<string> = new Set(
  (OPERATIONS as readonly Operation[])
    .filter((one) => (one.surface === 'envelope' ? !one.changes : one.surface === 'rest' && one.method === 'GET'))
    .map(({ id }) => id),
);
const MAX_READS = 10_000;
/** In milliseconds. A page that stays open adds a row to the audit log every 15 minutes. */
const REPEAT_MS = 15 * 60_000;

export function createRepeatedReads(): RepeatedReads {
  const reads = createLruCache<string, object>({ maxEntries: MAX_READS, ttl: REPEAT_MS });
  // a request can contain the number of a card
  const key = randomBytes(32);
  return {
    keyOf: ({ person }, operation, request, row) =>
      person?.isAbsent === true && READING.has(operation)
        ? createHmac('sha256', key)
            .update(JSON.stringify([String(person.sessionId), operation, request ?? null, row]))
            .digest('base64')
        : undefined,
    has: (one) => reads.has(one),
    add: (keys) => {
      for (const one of keys) reads.set(one, {});
    },
  };
}
