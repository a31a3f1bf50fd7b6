const DAY_MS = 24 * 60 * 60_000;

/** The moment at which a day (YYYY-MM-DD) begins in a zone. */
export function startOfDay(day: string, zone: string): Date {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`);
  // a first look with the offset of about then, a second with the one at that moment: clocks may have changed between
  const near = asIfUtc - offsetMs(asIfUtc, zone);
  return new Date(asIfUtc - offsetMs(near, zone));
}

/** The moment at which the day after it begins. */
export function endOfDay(day: string, zone: string): Date {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return startOfDay(next, zone);
}

function offsetMs(at: number, zone: string): number {
  return offsetOf(at, zone).ms;
}

/** By how much a zone is ahead of UTC at a moment, also as it is written: +04:00. */
export function offsetOf(at: number, zone: string): { readonly ms: number; readonly text: string } {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
  const told = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '00', minutes = '00'] = /GMT([+-])(\d{2}):(\d{2})/.exec(told) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { ms: sign === '-' ? -ms : ms, text: `${sign}${hours}:${minutes}` };
}

/** The day (YYYY-MM-DD) that a moment belongs to in a zone. */
export function dayIn(at: number, zone: string): string {
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 10);
}
