/**
 * A named statement: prepared once on each connection. Every statement of the server is registered here, so that tests
 * can read them all.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const statements = new Map<string, Statement>();

export function statement(name: string, text: string): Statement {
  if (statements.has(name)) throw new Error(`two statements are called ${name}`);
  const made = { name, text };
  statements.set(name, made);
  return made;
}

export function allStatements(): readonly Statement[] {
  return [...statements.values()];
}
