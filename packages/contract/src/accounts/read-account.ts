import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { AccountDetails, accountPath } from './list-accounts.ts';

export const readAccount = defineRest({
  id: 'accounts.read-account',
  title: 'One account',
  description: 'Shows an account with its balances, its owner and its product.',
  reference: 'docs/interface/accounts.md#read',
  method: 'GET',
  path: '/accounts/{account_number}',
  scope: 'accounts:read',
  params: accountPath,
  query: record({}),
  refusesUnknownQuery: true,
  request: null,
  response: AccountDetails,
  errors: ['account_not_found'],
});
