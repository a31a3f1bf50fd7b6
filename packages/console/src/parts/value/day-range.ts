import { endOfDay, startOfDay } from './zoned-day.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Days as lists are asked with: both of them are part of what is shown. What is no day is left out. */
export function dayRange({ from, to }: Days, zone: string): { from?: string; to?: string } {
  return {
    ...(isDay(from) && { from: startOfDay(from, zone).toISOString() }),
    ...(isDay(to) && { to: endOfDay(to, zone).toISOString() }),
  };
}

/** Somebody may have written the address by hand. */
function isDay(text: string | undefined): text is string {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text));
}
