import { oneOf, optional, text } from '../schema/fields.ts';
import { pageQuery } from '../schema/page.ts';
import { HIT_STATES } from './review/screening-hit.ts';

/** Sort orders of a list for reviewers. */
export const LIST_SORTS = ['newest', 'oldest', 'hits'] as const;
export type ListSort = (typeof LIST_SORTS)[number];
/** Adds the review queue: applications with hits first, then the oldest, so that none waits forever. */
export const APPLICATION_SORTS = [...LIST_SORTS, 'queue'] as const;
export type ApplicationSort = (typeof APPLICATION_SORTS)[number];
export const HIT_FILTERS = [...HIT_STATES, 'NONE'] as const;
export type HitFilter = (typeof HIT_FILTERS)[number];

const time = (description: string) => optional(text(24, { fieldFormat: 'utc-time', description }));

export const hitFilter = () =>
  optional(
    oneOf(HIT_FILTERS, {
      description: 'Only entries with a screening hit in this state; NONE: only entries screened without hits',
    }),
  );

/** Search text for a merchant. */
export const merchantSearch = (description: string) => optional(text(100, { description }));

/** Query for a list of merchants or applications by hits and by age. */
export const sortedListQuery = {
  hits: hitFilter(),
  from: time('Only entries received at this time or later, ISO 8601 UTC'),
  to: time('Only entries received before this time'),
  sort: optional(
    oneOf(LIST_SORTS, {
      description: 'hits: most OPEN or CONFIRMED hits first, then newest first. Default: newest',
    }),
  ),
  limit: pageQuery.limit,
  cursor: optional(text(100, { description: '`next_cursor` of the previous page with the same sort' })),
};
