/**
 * Converts a parameter for the driver. Arrays of texts, numbers and times are written here, because the driver would
 * create a text for each element and escape it character by character.
 */
export function toParameter(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (value.every(isNumeric)) return `{${value.map((each) => each ?? 'NULL').join(',')}}`;
  if (value.every(isText)) return `{${value.map(quoted).join(',')}}`;
  if (value.every(isUsualTime)) return `{${value.map(timeText).join(',')}}`;
  return value;
}

function isNumeric(value: unknown): value is bigint | number | null {
  return typeof value === 'bigint' || typeof value === 'number' || value === null;
}

function isText(value: unknown): value is string | null {
  return typeof value === 'string' || value === null;
}

function quoted(text: string | null): string {
  if (text === null) return 'NULL';
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
}

/** Whether the year has four digits, because PostgreSQL reads no others in this form. */
function isUsualTime(value: unknown): value is Date | null {
  return value === null || (value instanceof Date && value.getTime() >= 0 && value.getTime() < 253_402_300_800_000);
}

/** The last converted time, because all rows of a batch have the same one. */
let latest = { at: 0, text: new Date(0).toISOString() };

function timeText(time: Date | null): string {
  if (time === null) return 'NULL';
  const at = time.getTime();
  if (latest.at !== at) latest = { at, text: time.toISOString() };
  return latest.text;
}
