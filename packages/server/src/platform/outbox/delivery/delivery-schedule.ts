import { renderDeliveryNote } from '@cardwright/contract';
import { MESSAGE_LIFETIME_MS } from '../messages/message-deadline.ts';
import type { DeliveryOutcome } from './delivery.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The delay after the first, second, ... failure (docs/interface/webhooks.md#retries). */
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
/** Delays vary by this fraction, so that messages that failed together are not retried together. */
const JITTER = 0.1;

const LONGEST_RETRY_AFTER_MS = HOUR;

const DISABLED_AFTER_MS = 5 * DAY;

export interface RetryState {
  /** Failures before this attempt, since the message became pending. */
  readonly failures: number;
  readonly pendingSince: Date;
  /** The time from which the message is useless. */
  readonly expiresAt?: Date | undefined;
}

export interface AttemptResult {
  readonly outcome: DeliveryOutcome;
  /** The delay that the receiver requested with Retry-After, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Whether the endpoint's owner declared the code of this answer final. */
  readonly isFinal?: boolean;
}

export type Settlement =
  | { readonly state: 'DELIVERED' }
  | { readonly state: 'PENDING'; readonly nextAttemptAt: Date }
  | { readonly state: 'DEAD' }
  | { readonly state: 'EXPIRED' };

/** Decides what happens to a message after an attempt that ended at `at`. `jitter` is a random number from 0 to 1. */
export function planSettlement(
  { failures, pendingSince, expiresAt }: RetryState,
  { outcome, retryAfterMs, isFinal }: AttemptResult,
  at: Date,
  jitter: number,
): Settlement {
  if (outcome === 'DELIVERED') return { state: 'DELIVERED' };
  if (isFinal === true) return { state: 'DEAD' };
  if (expiresAt !== undefined && at >= expiresAt) return { state: 'EXPIRED' };
  const nextMs = Math.round(at.getTime() + delayOf(failures, retryAfterMs, jitter));
  // it is due again when it expires, so that the next message of its stream can follow
  if (expiresAt !== undefined && nextMs >= expiresAt.getTime()) return { state: 'PENDING', nextAttemptAt: expiresAt };
  if (nextMs >= pendingSince.getTime() + MESSAGE_LIFETIME_MS) return { state: 'DEAD' };
  return { state: 'PENDING', nextAttemptAt: new Date(nextMs) };
}

/**
 * The delay before the next attempt, in milliseconds. The receiver decides if it sends Retry-After: its time may be
 * earlier than the plan, but not at once, and jitter only makes it later.
 */
function delayOf(failures: number, retryAfterMs: number | undefined, jitter: number): number {
  if (retryAfterMs !== undefined) {
    return Math.min(Math.max(retryAfterMs, DELAYS_MS[0]), LONGEST_RETRY_AFTER_MS) * (1 + JITTER * jitter);
  }
  const delayMs = DELAYS_MS[Math.min(failures, DELAYS_MS.length - 1)] ?? DELAYS_MS[0];
  return delayMs * (1 - JITTER + 2 * JITTER * jitter);
}

export interface Disabling {
  readonly reason: string;
  /** When the current run of failures began; undefined when a single answer (410) was enough. */
  readonly failingSince: Date | undefined;
}

/** Decides whether an endpoint that failed again at `at` is disabled until its owner activates it, and why. */
export function planDisabling(
  failingSince: Date | undefined,
  { outcome, reason }: { outcome: DeliveryOutcome; reason: string },
  at: Date,
): Disabling | undefined {
  if (outcome === 'GONE') return { reason, failingSince: undefined };
  if (failingSince === undefined || at.getTime() < failingSince.getTime() + DISABLED_AFTER_MS) return undefined;
  const values = { time: failingSince.toISOString(), note: reason };
  return { reason: renderDeliveryNote('disabledAfterDays', values), failingSince };
}
