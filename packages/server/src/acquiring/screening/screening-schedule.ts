/** Delays after failed attempts. The first retries follow quickly. */
const DELAYS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000] as const;
const SELDOM_MS = 3_600_000;

/**
 * Returns when a failed screening is repeated. There is no last attempt, because an unreachable provider must not let a
 * merchant pass unscreened.
 */
export function nextAttemptAt(now: Date, attempt: number, quickAttempts: number): Date {
  const quick = DELAYS_MS[Math.min(attempt, DELAYS_MS.length) - 1] ?? SELDOM_MS;
  return new Date(now.getTime() + (attempt < quickAttempts ? quick : SELDOM_MS));
}
