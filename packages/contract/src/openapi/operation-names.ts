import type { Operation } from '../operation.ts';

/** Prefix of an operation's components, such as `CreateCard` for `cards.create-card`. */
export function componentNameOf({ id }: Pick<Operation, 'id'>): string {
  const verbNoun = id.slice(id.indexOf('.') + 1);
  return verbNoun.replace(/(^|-)(\w)/g, (_whole, _dash, letter: string) => letter.toUpperCase());
}

/** The group under which pages list an operation. */
export function tagOf({ id }: Pick<Operation, 'id'>): string {
  return id.slice(0, id.indexOf('.'));
}
