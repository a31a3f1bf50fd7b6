import { offsetOf } from './zoned-day.ts';

/** A time of the interface, with the offset of the house in it, as a field for date and time takes it. */
export function localTime(time: string): string {
  return time.slice(0, 16);
}

/** What such a field gives, as the interface takes it: with the offset that the zone has then. Empty for what is no time. */
export function zonedTime(local: string, zone: string): string {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)) return '';
  const text = local.slice(0, 16);
  const asIfUtc = Date.parse(`${text}:00Z`);
  const near = asIfUtc - offsetOf(asIfUtc, zone).ms;
  return `${text}:00.000${offsetOf(near, zone).text}`;
}
