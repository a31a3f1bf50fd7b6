import type { Operation } from '@cardwright/contract';

/** Whether a request of it changes something, if it is not refused. */
export function isChange(operation: Operation): boolean {
  if (operation.surface === 'envelope') return operation.changes;
  if (operation.surface !== 'rest') return true;
  // what only reads is posted where its question is long; what has a key leaves something behind
  const isQuestion = operation.scope.endsWith(':read') && operation.takesIdempotencyKey !== true;
  return operation.method !== 'GET' && !isQuestion;
}
