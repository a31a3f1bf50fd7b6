import { defineRest } from '../operation.ts';
import { list, record } from '../schema/fields.ts';
import { AccountException } from './account-exception.ts';
import { accountPath } from './list-accounts.ts';

export const listExceptions = defineRest({
  id: 'accounts.list-exceptions',
  sdk: 'accounts.listExceptions',
  title: 'List exceptions of an account',
  description: 'Lists the 100 newest exceptions of an account with their states, newest first.',
  reference: 'docs/interface/exceptions.md#list',
  method: 'GET',
  path: '/accounts/{account_number}/exceptions',
  scope: 'accounts:read',
  params: accountPath,
  refusesUnknownQuery: true,
  response: record({ items: list(AccountException, { description: 'Exceptions, newest first' }) }),
  errors: ['account_not_found'],
});
