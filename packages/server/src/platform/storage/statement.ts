/**
 * A named statement: prepared once on each connection. Every statement of the server is registered here, so that tests
 * can read them all.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** The channel whose listeners are woken once what the statement wrote is committed; not where it answers no row. */
  readonly notifies?: string;
  /**
   * Planned for each call, with what the tables hold then, instead of prepared once: for a statement about many rows, which
   * a plan made for empty tables would make very slow, and for which planning is little beside the rest.
   */
  readonly plannedEachTime?: boolean;
  /** What it locks until the transaction ends, where several callers may want the same object at once: lock-queues.ts. */
  readonly locks?: LockedObject;
}

export interface LockedObject {
  /** Statements that lock the same object have the same kind. */
  readonly kind: string;
  /** The parameters that name the object, as the text counts them: 1 is `$1`. The tenant is the first of them. */
  readonly by: readonly number[];
  /** A shared lock: it waits for who locks the object alone, and for nobody else. */
  readonly isShared?: boolean;
}

const statements = new Map<string, Statement>();

export function statement(name: string, text: string, more: Omit<Statement, 'name' | 'text'> = {}): Statement {
  if (statements.has(name)) throw new Error(`two statements are called ${name}`);
  const made = { name, text, ...more };
  statements.set(name, made);
  return made;
}

export function allStatements(): readonly Statement[] {
  return [...statements.values()];
}
