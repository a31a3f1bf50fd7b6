import type { Operation } from '../operation.ts';

/** `CreateCard` for `cards.create-card`: what the components of an operation begin with. */
export function componentNameOf({ id }: Pick<Operation, 'id'>): string {
  const verbNoun = id.slice(id.indexOf('.') + 1);
  return verbNoun.replace(/(^|-)(\w)/g, (_whole, _dash, letter: string) => letter.toUpperCase());
}

/** The group of an operation, under which pages list it. */
export function tagOf({ id }: Pick<Operation, 'id'>): string {
  return id.slice(0, id.indexOf('.'));
}
