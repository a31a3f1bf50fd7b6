import { defineEnvelope } from '../operation.ts';
import { list, oneOf, record, text } from '../schema/fields.ts';
import { accountIdentifier } from './account-identifier.ts';

export const Balance = record(
  {
    type: oneOf(['AVAILABLE', 'BLOCKED', 'TOTAL_BALANCE'], {
      description: 'Available amount, amount reserved by authorizations, and their total',
    }),
    currency: text(3, { description: 'ISO 4217 alphabetic code' }),
    amount: text(20, { description: 'Decimal text' }),
  },
  { component: 'Balance' },
);

export const enquireBalance = defineEnvelope({
  id: 'accounts.enquire-balance',
  sdk: 'accounts.retrieveBalance',
  title: 'Get account balances',
  description: 'Returns the available amount, the amount reserved by authorizations, and their total.',
  reference: 'docs/interface/accounts.md#balance',
  path: '/accountservices/AccountBalanceEnquiry',
  scope: 'accounts:read',
  requestKey: 'request_account_balance_enquiry',
  responseKey: 'response_account_balance_enquiry',
  requestFunction: 'REQ_ACCOUNT_BALANCE_ENQUIRY',
  responseFunction: 'REP_ACCOUNT_BALANCE_ENQUIRY',
  defaultMsgType: 'ENQUIRY',
  changes: false,
  requestBody: record(accountIdentifier()),
  responseBody: record({
    ...accountIdentifier(),
    balances: list(Balance),
  }),
  errors: ['account_not_found'],
});
