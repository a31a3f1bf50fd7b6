import type { Operation } from '@cardwright/contract';

/** Whether a request of it changes something, if it is not refused. */
export function isChange(operation: Operation): boolean {
  if (operation.surface === 'envelope') return operation.changes;
  if (operation.surface !== 'rest') return true;
  return operation.method !== 'GET' && !operation.scope.endsWith(':read');
}
