import type { ActionCode } from '../action-codes.ts';
import { code, table } from './markdown.ts';

/** A way to get a certain decline in the sandbox: a preparation, a message, and the answer. */
export interface TestDecline {
  readonly actionCode: ActionCode;
  /** Additional_Response_Data of the answer. */
  readonly reason: string;
  /** Settings of the account, or the status or the restriction of the card, to set first. */
  readonly prepare?:
    | { readonly settings: Readonly<Record<string, string>> }
    | { readonly status: 'BLOCKED' | 'LOST' | 'STOLEN' | 'CLOSED' }
    | { readonly restriction: string };
  /** Fields of the message that differ from the example. */
  readonly send: Readonly<Record<string, string>>;
}

/** Test declines, each tried against the server (packages/server/src/host/sandbox/test-declines.test.ts). */
export const TEST_DECLINES: readonly TestDecline[] = [
  { actionCode: '51', reason: 'INSUFFICIENT_FUNDS', send: { Transaction_Amount_Cardholder_Billing: '000099999900' } },
  { actionCode: '13', reason: 'AMOUNT_ZERO', send: { Transaction_Amount_Cardholder_Billing: '000000000000' } },
  { actionCode: '12', reason: 'CURRENCY_MISMATCH', send: { Currency_Code_Cardholder_Billing: '840' } },
  { actionCode: '54', reason: 'EXPIRY_MISMATCH', send: { Card_Expiry_Date: '2101' } },
  { actionCode: '05', reason: 'SEQUENCE_MISMATCH', send: { Card_Sequence_Number: '099' } },
  { actionCode: '14', reason: 'CARD_NOT_FOUND', send: { CARD_NUMBER: '4000001999999998' } },
  { actionCode: '57', reason: 'ECOM_OFF', prepare: { settings: { ecomStatus: 'OFF' } }, send: {} },
  { actionCode: '57', reason: 'CNP_OFF', prepare: { settings: { cardNotPresentStatus: 'OFF' } }, send: {} },
  { actionCode: '57', reason: 'PURCHASE_OFF', prepare: { settings: { purchaseStatus: 'OFF' } }, send: {} },
  {
    actionCode: '57',
    reason: 'CASH_OFF',
    prepare: { settings: { cashStatus: 'OFF' } },
    send: { Merchant_Type: '6011' },
  },
  {
    actionCode: '57',
    reason: 'MOTO_OFF',
    prepare: { settings: { motoStatus: 'OFF' } },
    send: { POS_Enty_Mode: '010', POS_Condition_Code: '08' },
  },
  {
    actionCode: '57',
    reason: 'RECURRING_OFF',
    prepare: { settings: { recurringStatus: 'OFF' } },
    send: { POS_Enty_Mode: '100', POS_Condition_Code: '04' },
  },
  { actionCode: '57', reason: 'MASTER_OFF', prepare: { settings: { masterStatus: 'OFF' } }, send: {} },
  { actionCode: '61', reason: 'DAILY_LIMIT', prepare: { settings: { dailyLimit: '20.00' } }, send: {} },
  { actionCode: '61', reason: 'MONTHLY_LIMIT', prepare: { settings: { monthlyLimit: '20.00' } }, send: {} },
  {
    actionCode: '61',
    reason: 'CNP_TRANSACTION_LIMIT',
    prepare: { settings: { cardNotPresentTransactionLimit: '20.00' } },
    send: {},
  },
  {
    actionCode: '61',
    reason: 'CASH_TRANSACTION_LIMIT',
    prepare: { settings: { cashTransactionLimit: '20.00' } },
    send: { Merchant_Type: '6011' },
  },
  { actionCode: '61', reason: 'LIMIT1', prepare: { settings: { limit1: '20.00' } }, send: {} },
  { actionCode: '61', reason: 'LIMIT2', prepare: { settings: { limit2: '20.00' } }, send: {} },
  { actionCode: '61', reason: 'LIMIT3', prepare: { settings: { limit3: '20.00' } }, send: {} },
  { actionCode: '62', reason: 'RESTRICTED_ECOM', prepare: { restriction: 'ECOM' }, send: {} },
  { actionCode: '62', reason: 'RESTRICTED_PURCHASE', prepare: { restriction: 'PURCHASE' }, send: {} },
  { actionCode: '62', reason: 'RESTRICTED_ANY', prepare: { restriction: 'ANY' }, send: {} },
  {
    actionCode: '62',
    reason: 'RESTRICTED_ATM',
    prepare: { restriction: 'ATM' },
    send: { Merchant_Type: '6011' },
  },
  {
    actionCode: '62',
    reason: 'RESTRICTED_MOTO',
    prepare: { restriction: 'MOTO' },
    send: { POS_Enty_Mode: '010', POS_Condition_Code: '08' },
  },
  {
    actionCode: '62',
    reason: 'RESTRICTED_INTERNATIONAL',
    prepare: { restriction: 'INTERNATIONAL' },
    send: { Card_Acceptor_Name_Location: 'SHOP                   PARIS          FR' },
  },
  { actionCode: '62', reason: 'CARD_BLOCKED', prepare: { status: 'BLOCKED' }, send: {} },
  { actionCode: '41', reason: 'CARD_LOST', prepare: { status: 'LOST' }, send: {} },
  { actionCode: '43', reason: 'CARD_STOLEN', prepare: { status: 'STOLEN' }, send: {} },
  { actionCode: '14', reason: 'CARD_CLOSED', prepare: { status: 'CLOSED' }, send: {} },
];

/** Writes the table of test declines. */
export function testDeclineTable(): string {
  return table(
    ['Action_Code', 'Reason', 'First', 'Then send the example with'],
    TEST_DECLINES.map(({ actionCode, reason, prepare, send }) => [
      actionCode,
      code(reason),
      prepare === undefined ? 'nothing' : preparation(prepare),
      Object.keys(send).length === 0 ? 'no change' : fields(send),
    ]),
  );
}

function preparation(prepare: NonNullable<TestDecline['prepare']>): string {
  if ('settings' in prepare) return `set ${fields(prepare.settings)}`;
  if ('status' in prepare) return `change the card to ${code(prepare.status)}`;
  return `add the restriction ${code(prepare.restriction)}`;
}

const fields = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => code(`${name}: ${value}`))
    .join(' and ');
