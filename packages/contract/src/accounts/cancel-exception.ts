import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';
import { AccountException } from './account-exception.ts';
import { accountPath } from './list-accounts.ts';

export const cancelException = defineRest({
  id: 'accounts.cancel-exception',
  sdk: 'accounts.cancelException',
  title: 'Cancel an exception',
  description: 'Cancels an exception that no payment has used, and returns it.',
  reference: 'docs/interface/exceptions.md#cancel',
  method: 'DELETE',
  path: '/accounts/{account_number}/exceptions/{exception_id}',
  scope: 'exceptions:write',
  params: record({ ...accountPath.properties, exception_id: text(36, { description: 'Id of the exception, a UUID' }) }),
  refusesUnknownQuery: true,
  response: AccountException,
  takesIdempotencyKey: true,
  errors: ['account_not_found', 'exception_not_found', 'state_forbids'],
});
