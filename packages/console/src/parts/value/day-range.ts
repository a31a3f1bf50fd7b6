import { endOfDay, startOfDay } from './zoned-day.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Converts days to the range of a list query, including both days. Invalid days are ignored. */
export function dayRange({ from, to }: Days, zone: string): { from?: string; to?: string } {
  return {
    ...(isDay(from) && { from: startOfDay(from, zone).toISOString() }),
    ...(isDay(to) && { to: endOfDay(to, zone).toISOString() }),
  };
}

/** Validates a day, because people can edit an address by hand. */
function isDay(text: string | undefined): text is string {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text));
}
