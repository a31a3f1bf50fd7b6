/**
 * What the driver is given for a parameter. It writes arrays itself where they hold texts, numbers or times: the driver makes
 * a text of each element, and looks at it letter by letter.
 */
export function toParameter(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (value.every(isNumeric)) return `{${value.map((each) => each ?? 'NULL').join(',')}}`;
  if (value.every(isText)) return `{${value.map(quoted).join(',')}}`;
  if (value.every(isUsualTime)) return `{${value.map(timeText).join(',')}}`;
  return value;
}

const TEXT_TYPE = 25;
const ARRAY_HEAD = 20;

/**
 * Texts in UTF-8 as a parameter of the type text[], in the binary form: nobody has to look for quotes in them, neither here nor
 * in the database, which for texts of many KiB takes longer than storing them.
 */
export function toTextArray(texts: readonly Uint8Array[]): Buffer {
  const length = texts.reduce((sum, text) => sum + 4 + text.length, ARRAY_HEAD);
  const array = Buffer.allocUnsafe(length);
  // one dimension, no nulls, its elements' type, their number, the first one's place
  for (const [at, value] of [1, 0, TEXT_TYPE, texts.length, 1].entries()) array.writeInt32BE(value, 4 * at);
  let at = ARRAY_HEAD;
  for (const text of texts) {
    at = array.writeInt32BE(text.length, at);
    array.set(text, at);
    at += text.length;
  }
  return array;
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

/** Of years with four digits, as PostgreSQL reads no others in this form. */
function isUsualTime(value: unknown): value is Date | null {
  return value === null || (value instanceof Date && value.getTime() >= 0 && value.getTime() < 253_402_300_800_000);
}

/** All rows of a batch have the same time. */
let latest = { at: 0, text: new Date(0).toISOString() };

function timeText(time: Date | null): string {
  if (time === null) return 'NULL';
  const at = time.getTime();
  if (latest.at !== at) latest = { at, text: time.toISOString() };
  return latest.text;
}
