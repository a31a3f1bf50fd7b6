/** Reads a time in the format `utc-time`; without a zone it is UTC. Undefined for any other text. */
export function readUtc(text: string): Date | undefined {
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10)) ? text : `${text}Z`;
  const date = new Date(zoned.replace(',', '.'));
  return Number.isNaN(date.getTime()) ? undefined : date;
}
