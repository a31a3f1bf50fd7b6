/**
 * A named statement: prepared once on each connection. Every statement of the server is registered here, so that tests
 * can read them all.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** The channel whose listeners are notified after the commit if the statement returned a row. */
  readonly notifies?: string;
  /**
   * Plans the statement for each call instead of once. For a statement about many rows, which a plan for empty tables
   * would make very slow, and whose planning costs little in comparison.
   */
  readonly plannedEachTime?: boolean;
  /**
   * The object that the statement locks until the transaction ends, if several callers may need it at once
   * (lock-queues.ts).
   */
  readonly locks?: LockedObject;
}

export interface LockedObject {
  /** Statements that lock the same object have the same kind. */
  readonly kind: string;
  /** The parameters that identify the object, numbered as in the text: 1 is `$1`. The tenant is the first of them. */
  readonly by: readonly number[];
  /** A shared lock only waits for an exclusive one. */
  readonly isShared?: boolean;
}

const statements = new Map<string, Statement>();

export function statement(name: string, text: string, more: Omit<Statement, 'name' | 'text'> = {}): Statement {
  if (statements.has(name)) throw new Error(`two statements are called ${name}`);
  const created = { name, text, ...more };
  statements.set(name, created);
  return created;
}

export function allStatements(): readonly Statement[] {
  return [...statements.values()];
}
