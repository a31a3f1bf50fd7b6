import { endOfDay, startOfDay } from './zoned-day.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Converts days to the range of a list query, including both days. Times in UTC, which links from figures have, stay as
 * they are. Anything else is ignored.
 */
export function dayRange({ from, to }: Days, zone: string): { from?: string; to?: string } {
  return {
    ...(isTime(from) && { from }),
    ...(isTime(to) && { to }),
    ...(isDay(from) && { from: startOfDay(from, zone).toISOString() }),
    ...(isDay(to) && { to: endOfDay(to, zone).toISOString() }),
  };
}

/** Whether the text is a time in UTC. */
export function isTime(text: string | undefined): text is string {
  return text !== undefined && TIME.test(text) && !Number.isNaN(Date.parse(text));
}

/** Validates a day, because people can edit an address by hand. */
function isDay(text: string | undefined): text is string {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text));
}
