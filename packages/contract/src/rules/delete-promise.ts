import { changeReason } from '../change-requests/change-request.ts';
import { defineRest } from '../operation.ts';
import { optional, record } from '../schema/fields.ts';
import { BankPromise, promisePath } from './promise.ts';

export const deletePromise = defineRest({
  id: 'rules.delete-promise',
  sdk: 'rules.deletePromise',
  title: 'Delete a promise',
  description: 'Requests the deletion of a promise. Another person must always approve the deletion.',
  reference: 'docs/interface/promises.md#delete',
  method: 'DELETE',
  path: '/promises/{name}',
  scope: 'programs:write',
  params: promisePath,
  query: record({ reason: optional(changeReason()) }),
  refusesUnknownQuery: true,
  response: BankPromise,
  changeKinds: ['rule.retire'],
  takesIdempotencyKey: true,
  errors: ['promise_not_found', 'state_forbids'],
});
