import type { Operation } from '@cardwright/contract';

/** Whether an accepted request of the operation changes something. */
export function isChange(operation: Operation): boolean {
  if (operation.surface === 'envelope') return operation.changes;
  if (operation.surface !== 'rest') return true;
  // A read that is sent with POST has a long query. An operation with an idempotency key always stores something.
  const isQuestion = operation.scope.endsWith(':read') && operation.takesIdempotencyKey !== true;
  return operation.method !== 'GET' && !isQuestion;
}
