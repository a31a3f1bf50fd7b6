import { cardType } from '../clients/create-client.ts';
import { CustomField } from '../envelope.ts';
import { defineEnvelope } from '../operation.ts';
import { list, MAX_ENTRIES, optional, record, text } from '../schema/fields.ts';

/** Custom fields of account creation that have an effect here: docs/interface/accounts.md#custom-fields. */
export const CREDIT_LIMIT_FIELD = 'CN-CREDIT_LIMIT_AM';
export const FUNDS_CHECK_FIELD = 'CN-FUNDS_CHECK_IND';

export const createAccount = defineEnvelope({
  id: 'accounts.create-account',
  sdk: 'accounts.create',
  title: 'Create an account',
  description:
    'Opens an account for a client. The gateway generates the account number: the bank code followed by nine digits.',
  reference: 'docs/interface/accounts.md#create',
  path: '/accountservices/AccountCreate',
  scope: 'accounts:write',
  requestKey: 'request_account_create',
  responseKey: 'response_account_create',
  requestFunction: 'REQ_ACCOUNT_CREATE',
  responseFunction: 'REP_ACCOUNT_CREATE',
  defaultMsgType: 'TRANSACTION',
  changes: true,
  requestBody: record({
    customer_id: text(20, { description: 'Customer (CIF) id of the account owner' }),
    card_type: cardType(),
    account: record(
      {
        customer_id: text(20, { description: 'Same as customer_id of the body' }),
        branch_code: text(10, { description: 'Branch of the bank; stored as sent' }),
        product_code: text(32, { description: 'Code of a product of the bank' }),
        currency: text(3, { description: 'ISO 4217 alphabetic code', fieldFormat: 'currency' }),
      },
      { component: 'NewAccount' },
    ),
    custom_fields: optional(
      list(CustomField, {
        maxItems: MAX_ENTRIES,
        description: `${CREDIT_LIMIT_FIELD}: opening available amount, decimal text. ${FUNDS_CHECK_FIELD}: N if another system of the bank has the balances`,
      }),
    ),
  }),
  responseBody: record({
    account_number: text(64, { description: 'Generated account number, twelve digits' }),
    custom_fields: optional(list(CustomField, { description: 'Fields as sent' })),
  }),
  errors: ['client_not_found'],
});
