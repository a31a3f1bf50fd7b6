const PARTS = ['day', 'month', 'year'] as const;
type DatePart = (typeof PARTS)[number];

const SEPARATOR = String.raw`[\s/.\-]+`;
const DATE = new RegExp(String.raw`^(\d{1,4})${SEPARATOR}(\d{1,2})${SEPARATOR}(\d{1,4})(?:[T,\s]+(\d{1,2}):(\d{2}))?$`);
const ISO: readonly DatePart[] = ['year', 'month', 'day'];

/** The order in which a locale writes day, month and year, such as day, month, year for `en-GB`. */
export function dateOrder(locale: string): readonly DatePart[] {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(0);
  return parts.map(({ type }) => type).filter((type): type is DatePart => PARTS.some((part) => part === type));
}

/** A day (`2026-12-31`) or a local time (`2026-12-31T14:30`) as a person types it: `31/12/2026 14:30` for `en-GB`. */
export function formatDate(value: string, locale: string): string {
  const [date = '', clock] = value.split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const texts = { day, month, year };
  const typed = dateOrder(locale).map((part) => texts[part]);
  return value === '' ? '' : `${typed.join('/')}${clock === undefined ? '' : ` ${clock}`}`;
}

/**
 * The day or, with `hasTime`, the local time that a text names in the order of a locale, or with the year first. A time
 * without a clock is midnight. Returns an empty text for an empty one, and undefined for a date that does not exist.
 */
export function parseDate(text: string, locale: string, hasTime = false): string | undefined {
  const typed = latinDigits(text).trim();
  if (typed === '') return '';
  const [, first = '', second = '', third = '', hour = '0', minute = '00'] = DATE.exec(typed) ?? [];
  const order = first.length > 2 ? ISO : dateOrder(locale);
  const texts = [first, second, third];
  const numberOf = (part: DatePart) => texts[order.indexOf(part)] ?? '';
  const year = numberOf('year');
  const date = `${year}-${numberOf('month').padStart(2, '0')}-${numberOf('day').padStart(2, '0')}`;
  const time = `${date}T${hour.padStart(2, '0')}:${minute}`;
  const at = new Date(`${time}:00Z`);
  if (year.length !== 4 || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(time)) return undefined;
  return hasTime ? time : date;
}

/** Arabic keyboards type Arabic digits, and text that is copied from an Arabic page has marks of direction. */
function latinDigits(text: string): string {
  const digits = text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  return digits.replace(/[\u200e\u200f\u061c]/g, '');
}
