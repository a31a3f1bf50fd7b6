import type { ListAuthorizationsQuery } from '@cardwright/contract';
import { dayRange } from '../../parts/value/day-range.ts';

/** As they stand in the address. Days are those of the bank. */
export type Filters = Omit<ListAuthorizationsQuery, 'limit' | 'cursor'>;

/** What the operation is asked with: both days are part of what is shown. */
export function queryOf({ from, to, ...others }: Filters, zone: string): ListAuthorizationsQuery {
  return { ...others, ...dayRange({ from, to }, zone) };
}
