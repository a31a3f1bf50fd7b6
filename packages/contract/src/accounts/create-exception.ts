import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { AccountException, exceptionTerms } from './account-exception.ts';
import { accountPath } from './list-accounts.ts';

export const createException = defineRest({
  id: 'accounts.create-exception',
  sdk: 'accounts.createException',
  title: 'Allow one payment',
  description:
    'Allows one payment that switches, restrictions, limits of the account or rules of the bank would decline. It never overrides card status, expiry, funds or the decision partner.',
  reference: 'docs/interface/exceptions.md#create',
  method: 'POST',
  path: '/accounts/{account_number}/exceptions',
  scope: 'exceptions:write',
  params: accountPath,
  request: record(exceptionTerms, { component: 'NewException' }),
  response: AccountException,
  takesIdempotencyKey: true,
  errors: ['account_not_found', 'state_forbids'],
});
