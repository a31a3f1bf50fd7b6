const FORM = /^(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?$/;

/** A date that is nearer than this is farther away in every other year. */
const NEAREST_MS = 180 * 86_400_000;

/**
 * Adds the year to a date that has none: MMDD, or also with hours, minutes and seconds. The year is the one that brings
 * the date nearest to `now`, so that a message of 31 December gets the old year even if it or its repeat arrives after
 * midnight. Returns undefined if the text is not a date in that year. Pure.
 *
 * @example
 * inferYear('1231235959', new Date('2027-01-01T00:00:02Z')); // '20261231235959'
 */
export function inferYear(text: string, now: Date): string | undefined {
  const [, ...parts] = FORM.exec(text) ?? [];
  if (parts.length === 0) return undefined;
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0));
  const timeIn = (year: number) => Date.UTC(year, month - 1, day, hour, minute, second);
  const present = now.getUTCFullYear();
  const ahead = timeIn(present) - now.getTime();
  const year = Math.abs(ahead) < NEAREST_MS ? present : nearestOf([present - 1, present, present + 1], timeIn, now);
  const date = new Date(timeIn(year));
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const isTime = hour < 24 && minute < 60 && second < 60;
  return isDate && isTime ? `${year}${text}` : undefined;
}

function nearestOf(years: readonly number[], timeIn: (year: number) => number, now: Date): number {
  const distance = (year: number) => Math.abs(timeIn(year) - now.getTime());
  return years.reduce((nearest, year) => (distance(year) < distance(nearest) ? year : nearest));
}
