import type { Authorization } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { messageWithAssumptions } from './assumptions.ts';

const message = {
  Merchant_Type: '5411',
  Transaction_Amount: '000000002500',
  Transaction_Amount_Cardholder_Billing: '000000002500',
  Currency_Code_Transaction: '784',
  Currency_Code_Cardholder_Billing: '784',
  System_Trace_Audit_Number: '000009',
  Message_Type: 'Ecom_Rqst',
};
const asked = (of: object, amount: string) =>
  messageWithAssumptions(
    { amount: '25.00', system_trace_audit_number: '000009', message: of } as unknown as Authorization,
    {
      amount,
      category: '7995',
      settings: {},
    },
  );

it('a message is decided again with another amount in the decimal places of its currency, as a separate message', () => {
  const other = { ...message, Merchant_Type: '7995', System_Trace_Audit_Number: '000010' };
  expect(asked(message, '25.00')).toEqual(other);
  expect(asked(message, '1000')).toMatchObject({
    Transaction_Amount: '000000100000',
    Transaction_Amount_Cardholder_Billing: '000000100000',
  });
  expect(asked({ ...message, Currency_Code_Transaction: '978' }, '30.5')).toEqual({
    ...other,
    Currency_Code_Transaction: '978',
    Transaction_Amount_Cardholder_Billing: '000000003050',
  });
});
