/**
 * A condition for the statement of a batch: all its rows lie in the buckets of $1. A single PostgreSQL does not need the
 * condition and gets it as a comment. Citus needs it to see that one node can run the whole statement.
 */
export function inBuckets(alias: string): string {
  return `/*: and ${alias}.bucket = any($1) :*/`;
}

/**
 * A clause for a statement that skips existing rows. Citus counts skipped rows as written, so there the statement returns
 * the rows that it wrote. {@link affectedRows} reads either result.
 */
export function returning(column: string): string {
  return `/*: returning ${column} :*/`;
}

export function affectedRows({ rows, rowCount, fields }: StatementResult): number {
  return fields.length === 0 ? (rowCount ?? 0) : rows.length;
}

export interface StatementResult {
  readonly rows: readonly unknown[];
  readonly rowCount: number | null;
  readonly fields: readonly unknown[];
}

/** A part of a statement that only a single PostgreSQL executes. */
export function onePostgres(text: string): string {
  return `/*{*/${text}/*}*/`;
}

/** The form of a statement that Citus needs. */
export function statementForCitus(text: string): string {
  return text.replaceAll(/\/\*\{\*\/.*?\/\*\}\*\//gs, '').replaceAll(/\/\*:|:\*\//g, '');
}
