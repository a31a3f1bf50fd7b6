import { offsetOf } from './zoned-day.ts';

/** Converts a time of the interface, with the offset of the tenant, to the value of a datetime field. */
export function localTime(time: string): string {
  return time.slice(0, 16);
}

/**
 * Converts the value of a datetime field to a time of the interface, with the offset of the time zone at that time.
 * Returns an empty string for an invalid time.
 */
export function zonedTime(local: string, zone: string): string {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)) return '';
  const text = local.slice(0, 16);
  const asIfUtc = Date.parse(`${text}:00Z`);
  const near = asIfUtc - offsetOf(asIfUtc, zone).ms;
  return `${text}:00.000${offsetOf(near, zone).text}`;
}
