/** Formats a line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(escapeCell).join(',')}\r\n`;
}

/** Escapes a value that a spreadsheet would run as a formula, because values can come from outside. */
function escapeCell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The text of a member. Times are those of the tenant's time zone, with their offset. */
export function cellText(value: unknown, isoTime: (at: Date) => string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return INSTANT.test(text) ? isoTime(new Date(text)) : text;
}
