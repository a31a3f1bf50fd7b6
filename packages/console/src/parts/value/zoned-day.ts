const DAY_MS = 24 * 60 * 60_000;

/** The time at which a day (YYYY-MM-DD) starts in a time zone. */
export function startOfDay(day: string, zone: string): Date {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`);
  // Use the offset at the approximate time first, then the offset at the result, because the clocks can change in
  // between.
  const near = asIfUtc - offsetMs(asIfUtc, zone);
  return new Date(asIfUtc - offsetMs(near, zone));
}

/** The time at which the next day starts. */
export function endOfDay(day: string, zone: string): Date {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return startOfDay(next, zone);
}

function offsetMs(at: number, zone: string): number {
  return offsetOf(at, zone).ms;
}

/** The offset of a time zone from UTC at a time, also as text: +04:00. */
export function offsetOf(at: number, zone: string): { readonly ms: number; readonly text: string } {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '00', minutes = '00'] = /GMT([+-])(\d{2}):(\d{2})/.exec(offset) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { ms: sign === '-' ? -ms : ms, text: `${sign}${hours}:${minutes}` };
}

/** The day (YYYY-MM-DD) of a time in a time zone. */
export function dayIn(at: number, zone: string): string {
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 10);
}
