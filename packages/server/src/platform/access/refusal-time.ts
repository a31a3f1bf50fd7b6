import { setTimeout as wait } from 'node:timers/promises';

/** In milliseconds. Longer than hashing a secret takes, including the hashes that it waits for (secret-verifier.ts). */
export const REJECT_AFTER_MS = 1_000;

/**
 * Delays the answer to refused credentials, and to those beyond the limit of guesses, to a multiple of `afterMs` after
 * the request. An unknown client costs no hash and a known one may cost one, so without the delay the time of the
 * answer would reveal which names exist.
 */
export async function untilRefusal(beganMs: number, afterMs: number): Promise<void> {
  const passed = performance.now() - beganMs;
  await wait(Math.ceil(passed / afterMs) * afterMs - passed);
}
