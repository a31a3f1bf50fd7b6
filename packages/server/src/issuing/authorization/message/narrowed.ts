/**
 * In the statement of a batch: that all its rows lie in the buckets of $1. One PostgreSQL does not need to be told, so it is a
 * comment there. Citus is told, and sees that one node can carry the statement out alone.
 */
export function inBuckets(alias: string): string {
  return `/*: and ${alias}.bucket = any($1) :*/`;
}

/**
 * In a statement that leaves rows out which are there already: Citus counts those as written, so it is asked which it wrote.
 * {@link rowsWritten} reads either answer.
 */
export function returning(column: string): string {
  return `/*: returning ${column} :*/`;
}

export function rowsWritten({ rows, rowCount, fields }: WrittenResult): number {
  return fields.length === 0 ? (rowCount ?? 0) : rows.length;
}

export interface WrittenResult {
  readonly rows: readonly unknown[];
  readonly rowCount: number | null;
  readonly fields: readonly unknown[];
}

/** The form of a statement that Citus needs. */
export function narrowed(text: string): string {
  return text.replaceAll(/\/\*:|:\*\//g, '');
}
