import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

interface Routed {
  readonly operation: Operation;
  readonly method: string;
  readonly path: RegExp;
}

const ROUTED: readonly Routed[] = (OPERATIONS as readonly Operation[]).map((operation) => ({
  operation,
  method: operation.surface === 'rest' ? operation.method : 'POST',
  path: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Returns the operation that handles a request, or undefined if no operation has its path. */
export function operationAt(method: string, target: string): Operation | undefined {
  const path = /^(?:\/V[12])?(\/[^?#]*)/.exec(target)?.[1] ?? '';
  // A fixed path segment takes precedence over a parameter in the same place.
  const matches = ROUTED.filter((one) => one.method === method && one.path.test(path));
  return (matches.find(({ operation }) => operation.path === path) ?? matches[0])?.operation;
}
