import { setTimeout as wait } from 'node:timers/promises';

/** Longer than the hash of a secret takes, with those that it waits for (secret-verifier.ts). */
export const REJECT_AFTER_MS = 1_000;

/**
 * Waits until refused credentials, and those beyond the guesses, are answered: a second after the request, or the next full
 * one, whatever was wrong with them. An unknown client costs no hash, a known one may cost one, and the time of the answer must not tell them apart.
 */
export async function untilRefusal(beganMs: number, afterMs: number): Promise<void> {
  const passed = performance.now() - beganMs;
  await wait(Math.ceil(passed / afterMs) * afterMs - passed);
}
