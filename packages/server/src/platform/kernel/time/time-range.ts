import { readUtc } from './read-utc.ts';

const BEGINNING = new Date(0);
const END = new Date('9999-12-31T00:00:00Z');

/** Returns the range of the parameters `from` (inclusive) and `to` (exclusive) of a list. */
export function readTimeRange(query: { from?: string; to?: string }): { from: Date; to: Date } {
  const time = (text: string | undefined) => (text === undefined ? undefined : readUtc(text));
  return { from: time(query.from) ?? BEGINNING, to: time(query.to) ?? END };
}
