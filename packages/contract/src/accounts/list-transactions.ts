import type { Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, oneOf, record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf, timeQuery } from '../schema/page.ts';
import { accountPath } from './list-accounts.ts';

export const TransactionListItem = record(
  {
    transaction_code: oneOf(['CREDIT', 'DEBIT']),
    amount: text(20, { description: 'Decimal text' }),
    currency: text(3, { description: 'Currency of the account' }),
    available_after: text(20, { description: 'Available amount after the transaction, decimal text' }),
    transaction_date: text(30, { description: 'Value as sent' }),
    transaction_ref_number: text(32, { description: 'Value as sent' }),
    posted_at: instantField(),
  },
  { component: 'TransactionListItem' },
);
export type TransactionListItem = Static<typeof TransactionListItem>;

export const listTransactions = defineRest({
  id: 'accounts.list-transactions',
  sdk: 'accounts.listTransactions',
  title: 'List transactions of an account',
  description:
    'Lists the credits and debits that the bank posted, newest first. Debits by authorizations are in the history.',
  reference: 'docs/interface/accounts.md#transactions',
  method: 'GET',
  path: '/accounts/{account_number}/transactions',
  scope: 'accounts:read',
  params: accountPath,
  query: record({ ...timeQuery, ...itemsQuery }),
  refusesUnknownQuery: true,
  response: pageOf(TransactionListItem),
  errors: ['account_not_found'],
});
