import { GIVEN_UP_AFTER_MS } from '../messages/message-deadline.ts';
import type { DeliveryOutcome } from './delivery.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After the first, second, ... failure (docs/interface/webhooks.md#retries). */
const DELAYS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
] as const;
/** Part of a delay by which it is longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.1;

export const DISABLED_AFTER_MS = 5 * DAY;

export interface TriedMessage {
  /** Failures before this attempt, since it became pending. */
  readonly failures: number;
  readonly pendingSince: Date;
}

export type Settlement =
  | { readonly state: 'DELIVERED' }
  | { readonly state: 'PENDING'; readonly nextAttemptAt: Date }
  | { readonly state: 'DEAD' };

/** What an attempt that ended at `at` means for its message. `jitter` is from 0 to 1, by chance. */
export function planSettlement(
  { failures, pendingSince }: TriedMessage,
  outcome: DeliveryOutcome,
  at: Date,
  jitter: number,
): Settlement {
  if (outcome === 'DELIVERED') return { state: 'DELIVERED' };
  const delayMs = DELAYS_MS[Math.min(failures, DELAYS_MS.length - 1)]!;
  const nextMs = Math.round(at.getTime() + delayMs * (1 - JITTER + 2 * JITTER * jitter));
  if (nextMs >= pendingSince.getTime() + GIVEN_UP_AFTER_MS) return { state: 'DEAD' };
  return { state: 'PENDING', nextAttemptAt: new Date(nextMs) };
}

export interface Disabling {
  readonly reason: string;
  /** First of the run of failures that is the reason; undefined where one answer was enough. */
  readonly failingSince: Date | undefined;
}

/** Whether an endpoint that failed again at `at` gets nothing more until its owner says so, and why. */
export function planDisabling(
  failingSince: Date | undefined,
  { outcome, reason }: { outcome: DeliveryOutcome; reason: string },
  at: Date,
): Disabling | undefined {
  if (outcome === 'GONE') return { reason, failingSince: undefined };
  if (failingSince === undefined || at.getTime() < failingSince.getTime() + DISABLED_AFTER_MS) return undefined;
  return { reason: `Nothing was delivered since ${failingSince.toISOString()}; at last: ${reason}`, failingSince };
}
