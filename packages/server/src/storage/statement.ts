/**
 * A named statement: prepared once on each connection. Every statement of the server is registered here, so that tests
 * can read them all.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** The channel whose listeners are woken once what the statement wrote is committed; not where it answers no row. */
  readonly wakes?: string;
  /**
   * Planned for each call, with what the tables hold then, instead of prepared once: for a statement about many rows, which
   * a plan made for empty tables would make very slow, and for which planning is little beside the rest.
   */
  readonly plannedEachTime?: boolean;
}

const statements = new Map<string, Statement>();

export function statement(
  name: string,
  text: string,
  more: Pick<Statement, 'wakes' | 'plannedEachTime'> = {},
): Statement {
  if (statements.has(name)) throw new Error(`two statements are called ${name}`);
  const made = { name, text, ...more };
  statements.set(name, made);
  return made;
}

export function allStatements(): readonly Statement[] {
  return [...statements.values()];
}
