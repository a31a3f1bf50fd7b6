import { setTimeout as delay } from 'node:timers/promises';
import { WITHIN } from '../../../../server/src/testing/within.ts';

/** Longer than anything of a season takes that itself has a limit: what waits until then waits for ever. */
const MOST_MS = 2 * WITHIN.timeout;

/** The same, but for what never ends: that fails, and says what was waited for. */
export async function endsWithin<T>(what: string, work: Promise<T>, mostMs = MOST_MS): Promise<T> {
  const over = new AbortController();
  const late = delay(mostMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`a season waits for ever: ${what} did not end within ${mostMs / 1_000} s`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}
