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
    customer_id: text(20, { description: 'Customer id of the account owner' }),
    product_code: text(32, { description: 'Code of a product of the bank' }),
    card_type: cardType(),
    branch_code: text(10, { description: 'Branch of the bank; returned as sent' }),
    currency: text(3, { description: 'ISO 4217 alphabetic code' }),
    funds_check: flag({
      description: 'Whether the gateway checks funds. False if another system of the bank holds the balances',
    }),
    balances: list(Balance),
    custom_fields: optional(list(CustomField, { description: 'Fields as sent' })),
    created_at: instantField(),
  },
  { component: 'AccountDetails' },
);
export type AccountDetails = Static<typeof AccountDetails>;

export const listAccounts = defineRest({
  id: 'accounts.list-accounts',
  sdk: 'accounts.list',
  title: 'List accounts',
  description: 'Lists the accounts of a client or of the whole bank, with their balances, newest first.',
  reference: 'docs/interface/accounts.md#list',
  method: 'GET',
  path: '/accounts',
  scope: 'accounts:read',
  query: record({ customer_id: optional(text(20, { description: 'Only accounts of this client' })), ...itemsQuery }),
  refusesUnknownQuery: true,
  response: pageOf(AccountDetails),
  errors: ['client_not_found'],
});

export const accountPath = record({ account_number: text(64, { description: 'Number of the account' }) });
