import type { HIT_FILTERS, MERCHANT_STATES, MERCHANT_STATUSES } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

export const QUEUE_STATUSES = [
  'PENDING_APPROVAL',
  'INFORMATION_REQUIRED',
  'SCREENING',
  'RECEIVED',
  'BOARDED',
  'REJECTED',
] as const satisfies readonly (typeof MERCHANT_STATUSES)[number][];
export const STATES = ['ACTIVE', 'ON_HOLD', 'CLOSED'] as const satisfies readonly (typeof MERCHANT_STATES)[number][];

/** What waits for a decision is the queue; everything is asked for by name. */
export const DEFAULT_STATUS = 'PENDING_APPROVAL';
export const ANY = 'ANY';

export const HIT_WORDS: Readonly<Record<(typeof HIT_FILTERS)[number], WordKey>> = {
  OPEN: 'hits.open',
  CONFIRMED: 'hits.confirmed',
  CLEARED: 'hits.cleared',
  NONE: 'hits.none',
};

/** As they stand in the address. */
export interface QueueFilters {
  readonly q?: string;
  readonly status?: string;
  readonly hits?: string;
  readonly kind?: string;
  /** Days that it waits at least. */
  readonly age?: string;
}

const DAY_MS = 24 * 60 * 60_000;
export const AGES = ['1', '3', '7', '30'] as const;

/** What the operation is asked with. An address that somebody wrote by hand is refused there, and not guessed at here. */
export function queueQuery(
  { status = DEFAULT_STATUS, age, ...others }: QueueFilters,
  now: number,
): Record<string, string> {
  const days = Number(age);
  return {
    ...others,
    ...(status !== ANY && { status }),
    ...(age !== undefined && days > 0 && { to: new Date(now - days * DAY_MS).toISOString() }),
    sort: 'queue',
  };
}
