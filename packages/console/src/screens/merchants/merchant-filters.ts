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

/** The default status of all applications: those with merchants that wait for a decision. */
const DEFAULT_STATUS = 'PENDING_APPROVAL';
export const ANY = 'ANY';

export const HIT_WORDS: Readonly<Record<(typeof HIT_FILTERS)[number], WordKey>> = {
  OPEN: 'hits.open',
  CONFIRMED: 'hits.confirmed',
  CLEARED: 'hits.cleared',
  NONE: 'hits.none',
};

/**
 * How the listed applications concern this person. Without this parameter in the address, the list has those that this
 * person is asked to decide.
 */
export const RELATIONS = ['ASKED_OF_ME', 'MINE', 'ANY'] as const;
export type Relation = (typeof RELATIONS)[number];

export function relationOf({ relation }: { readonly relation?: string }): Relation {
  return RELATIONS.find((known) => known === relation) ?? 'ASKED_OF_ME';
}

/** The status that a list shows unless the address says otherwise. */
export function usualStatus(relation: Relation): string {
  return relation === 'ANY' ? DEFAULT_STATUS : ANY;
}

/** The filters in the address. */
export interface QueueFilters {
  readonly relation?: string;
  readonly q?: string;
  readonly status?: string;
  readonly hits?: string;
  readonly kind?: string;
  /** The minimum waiting time in days. */
  readonly age?: string;
}

const DAY_MS = 24 * 60 * 60_000;
export const AGES = ['1', '3', '7', '30'] as const;

/** The query of the operation. The server refuses invalid values of an edited address; they are not corrected here. */
export function queueQuery(
  { status: chosen, relation: _relation, age, ...others }: QueueFilters,
  relation: Relation,
  now: number,
): Record<string, string> {
  const days = Number(age);
  const status = chosen ?? usualStatus(relation);
  return {
    ...others,
    ...(relation !== 'ANY' && { relation }),
    ...(status !== ANY && { status }),
    ...(age !== undefined && days > 0 && { to: new Date(now - days * DAY_MS).toISOString() }),
    sort: 'queue',
  };
}
