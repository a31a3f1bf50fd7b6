/**
 * In the statement of a batch: that all its rows lie in the buckets of $1. One PostgreSQL does not need to be told, so it is a
 * comment there. Citus is told, and sees that one node can carry the statement out alone.
 */
export function inBuckets(alias: string): string {
  return `/*: and ${alias}.bucket = any($1) :*/`;
}

/** The form of a statement that Citus needs. */
export function narrowed(text: string): string {
  return text.replaceAll(/\/\*:|:\*\//g, '');
}
