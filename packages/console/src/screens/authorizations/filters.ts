import type { ListAuthorizationsQuery } from '@cardwright/contract';
import { endOfDay, startOfDay } from '../../parts/zoned-day.ts';

/** As they stand in the address. Days are those of the bank. */
export type Filters = Omit<ListAuthorizationsQuery, 'limit' | 'cursor' | 'acquirer'>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the operation is asked with: both days are part of what is shown. */
export function queryOf({ from, to, ...others }: Filters, zone: string): ListAuthorizationsQuery {
  return {
    ...others,
    ...(isDay(from) && { from: startOfDay(from, zone).toISOString() }),
    ...(isDay(to) && { to: endOfDay(to, zone).toISOString() }),
  };
}

/** Somebody may have written the address by hand. */
function isDay(text: string | undefined): text is string {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text));
}
