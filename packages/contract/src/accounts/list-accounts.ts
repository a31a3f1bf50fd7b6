import type { Static } from 'typebox';
import { cardType } from '../clients/create-client.ts';
import { CustomField } from '../envelope.ts';
import { defineRest } from '../operation.ts';
import { flag, instantField, list, optional, record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf } from '../schema/page.ts';
import { Balance } from './enquire-balance.ts';

export const AccountDetails = record(
  {
    account_number: text(64),
    customer_id: text(20, { description: 'The client who owns the account' }),
    product_code: text(32, { description: 'A product of the bank' }),
    card_type: cardType(),
    branch_code: text(10, { description: 'Branch of the bank, as sent' }),
    currency: text(3, { description: 'ISO 4217, alphabetic' }),
    funds_check: flag({
      description:
        'False if another system of the bank has the balances: insufficient funds then never decline a message',
    }),
    balances: list(Balance),
    custom_fields: optional(list(CustomField, { description: 'As sent' })),
    created_at: instantField(),
  },
  { component: 'AccountDetails' },
);
export type AccountDetails = Static<typeof AccountDetails>;

export const listAccounts = defineRest({
  id: 'accounts.list-accounts',
  sdk: 'accounts.list',
  title: 'List accounts',
  description: 'Lists the accounts of a client or of the whole bank with their balances, newest first.',
  reference: 'docs/interface/accounts.md#list',
  method: 'GET',
  path: '/accounts',
  scope: 'accounts:read',
  params: record({}),
  query: record({ customer_id: optional(text(20, { description: 'Only of this client' })), ...itemsQuery }),
  refusesUnknownQuery: true,
  request: null,
  response: pageOf(AccountDetails),
  errors: ['client_not_found'],
});

export const accountPath = record({ account_number: text(64, { description: 'Of the account' }) });
