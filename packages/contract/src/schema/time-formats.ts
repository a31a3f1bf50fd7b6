const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const HEADER_TIME = /^(\d{2})\/(\d{2})\/(\d{4}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const ISO_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;

const OFFSET_TIME = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}[+-]([01]\d|2[0-3]):[0-5]\d$/;

const HOUR_MINUTE_SECOND = '([01]\\d|2[0-3]):?[0-5]\\d:?[0-5]\\d';
const MONTH = '(0[1-9]|1[0-2])';
const DAY = '(0[1-9]|[12]\\d|3[01])';
/** Date and time of an e-commerce message. The year of the long form may be the letters yy. */
export const MESSAGE_TIME = new RegExp(
  `^(${DAY}/${MONTH}/(\\d{2}|yy|YY) |\\d{4}${MONTH}${DAY}|${MONTH}${DAY})?${HOUR_MINUTE_SECOND}$`,
);
export const MESSAGE_EXPIRY = new RegExp(`^(\\d{2}${MONTH}|\\d{4}${MONTH}(${DAY})?|${MONTH}/(\\d{2}|\\d{4}))$`);

function isDay(year: string | undefined, month: string | undefined, day: string | undefined): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

export function isHeaderTime(text: string): boolean {
  const header = HEADER_TIME.exec(text);
  if (header !== null) return isDay(header[3], header[2], header[1]);
  const iso = ISO_TIME.exec(text);
  return iso !== null && isDay(iso[1], iso[2], iso[3]);
}

export function isOffsetTime(text: string): boolean {
  const parts = OFFSET_TIME.exec(text);
  return parts !== null && isDay(parts[1], parts[2], parts[3]) && isOffsetInUse(text.slice(-6));
}

/** Returns whether an offset is in use: a multiple of 15 minutes from -12:00 to +14:00. */
function isOffsetInUse(offset: string): boolean {
  const [hours, minutes] = offset.slice(1).split(':').map(Number) as [number, number];
  const most = offset.startsWith('-') ? 12 * 60 : 14 * 60;
  return minutes % 15 === 0 && hours * 60 + minutes <= most;
}

export function isUtcTime(text: string): boolean {
  const parts = ISO_TIME.exec(text);
  // By definition of the field, a time without a zone is in UTC.
  return parts !== null && isDay(parts[1], parts[2], parts[3]) && !/[+-](?!00:?00$)\d{2}:?\d{2}$/.test(text.slice(10));
}

export function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  return parts !== null && isDay(parts[1], parts[2], parts[3]);
}
