import { defineEnvelope } from '../operation.ts';
import { oneOf, record, text } from '../schema/fields.ts';
import { accountIdentifier } from './account-identifier.ts';

const Transaction = record(
  {
    transaction_code: oneOf(['CREDIT', 'DEBIT'], {
      description: 'CREDIT increases the available amount, DEBIT decreases it',
    }),
    transaction_date: text(30, { fieldFormat: 'date-or-time', description: 'Stored and returned as sent' }),
    amount: text(20, { description: 'Decimal text in the account currency', fieldFormat: 'amount' }),
    currency: text(3, { description: 'ISO 4217 alphabetic code', fieldFormat: 'currency' }),
    transaction_ref_number: text(32, { description: 'Reference of the sender; does not have to be unique' }),
  },
  { component: 'AccountTransaction' },
);

export const postTransaction = defineEnvelope({
  id: 'accounts.post-transaction',
  sdk: 'accounts.postTransaction',
  title: 'Post a transaction',
  description:
    'Credits or debits the available amount of an account, for example with a payment, a top-up or a fee. A repeat returns the stored response and moves no money.',
  reference: 'docs/interface/accounts.md#transaction',
  path: '/accountservices/AccountTransaction',
  scope: 'accounts:write',
  requestKey: 'request_account_transaction',
  responseKey: 'response_account_transaction',
  requestFunction: 'REQ_ACCOUNT_TRANSACTION',
  responseFunction: 'REP_ACCOUNT_TRANSACTION',
  defaultMsgType: 'TRANSACTION',
  changes: true,
  requestBody: record({ ...accountIdentifier(), transaction: Transaction }),
  responseBody: record({
    ...accountIdentifier(),
    transaction: Transaction,
    response_code: oneOf(['0'], { description: 'Always 0; failures are in exception_details' }),
    available_amount: text(20, { description: 'Available amount after the transaction, decimal text' }),
    currency: text(3, { description: 'Currency of the account' }),
  }),
  errors: ['account_not_found', 'state_forbids'],
});
