import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { LimitInForce, limitOwnerQuery, limitPath } from './limit.ts';

export const deleteLimit = defineRest({
  id: 'limits.delete-limit',
  sdk: 'limits.delete',
  title: 'Delete a limit',
  description: 'Deletes a limit of an account, a card or a token, and returns its final state.',
  reference: 'docs/interface/limits.md#delete',
  method: 'DELETE',
  path: '/limits/{id}',
  scope: 'programs:write',
  params: limitPath,
  query: record(limitOwnerQuery),
  refusesUnknownQuery: true,
  response: LimitInForce,
  takesIdempotencyKey: true,
  errors: ['account_not_found', 'card_not_found', 'limit_not_found', 'token_not_found'],
});
