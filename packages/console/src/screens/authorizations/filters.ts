import type { ListAuthorizationsQuery } from '@cardwright/contract';
import { dayRange } from '../../parts/value/day-range.ts';

/** The filters in the address. Days are those of the bank. */
export type Filters = Omit<ListAuthorizationsQuery, 'limit' | 'cursor'>;

/** The query of the operation. Both days are included. */
export function queryOf({ from, to, ...others }: Filters, zone: string): ListAuthorizationsQuery {
  return { ...others, ...dayRange({ from, to }, zone) };
}
