import { oneOf, optional, text } from '../schema/fields.ts';
import { pageQuery } from '../schema/page.ts';
import { HIT_STATES } from './review/screening-hit.ts';

/** The orders of a list that reviewers work through. */
export const LIST_SORTS = ['newest', 'oldest', 'hits'] as const;
export type ListSort = (typeof LIST_SORTS)[number];
/** The queue of those who review: what has hits is looked at first, and nobody waits for ever. */
export const APPLICATION_SORTS = [...LIST_SORTS, 'queue'] as const;
export type ApplicationSort = (typeof APPLICATION_SORTS)[number];
export const HIT_FILTERS = [...HIT_STATES, 'NONE'] as const;
export type HitFilter = (typeof HIT_FILTERS)[number];

const time = (description: string) => optional(text(24, { fieldFormat: 'utc-time', description }));

export const hitFilter = () =>
  optional(oneOf(HIT_FILTERS, { description: 'With a screening hit in this state; NONE: screened without hits' }));

/** What somebody types who looks for a merchant. */
export const merchantSearch = (description: string) => optional(text(100, { description }));

/** Query of a list of merchants or applications: by their hits and by their age. */
export const sortedListQuery = {
  hits: hitFilter(),
  from: time('Received at this time or later, ISO 8601 UTC'),
  to: time('Received before this time'),
  sort: optional(
    oneOf(LIST_SORTS, {
      description: 'hits: most OPEN or CONFIRMED hits first, then the newest; default newest',
    }),
  ),
  limit: pageQuery.limit,
  cursor: optional(text(100, { description: 'next_cursor of the previous page with the same sort' })),
};
