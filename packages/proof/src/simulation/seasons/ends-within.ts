import { setTimeout as delay } from 'node:timers/promises';
import { WITHIN } from '../../../../server/src/testing/within.ts';

/** Longer than anything in a season with a time limit. Work that has not ended by then never ends. */
const MAX_MS = 2 * WITHIN.timeout;

/** Returns the result of the work. Work that never ends fails with a description of what was awaited. */
export async function endsWithin<T>(what: string, work: Promise<T>, mostMs = MAX_MS): Promise<T> {
  const over = new AbortController();
  const late = delay(mostMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`a season does not end: ${what} took longer than ${mostMs / 1_000} s`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}
