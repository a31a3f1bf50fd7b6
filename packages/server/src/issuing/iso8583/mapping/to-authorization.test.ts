import { toIso8583Fields } from '@cardwright/contract';
import { Message } from '@cardwright/iso8583';
import { describe, expect, it } from 'vitest';
import { exampleMessage } from '../../../host/sandbox/example-message.ts';
import { toAuthorization } from './to-authorization.ts';

const NOW = new Date('2027-01-01T00:00:05Z');
const FIELDS = {
  2: '4000001234567899',
  3: '001000',
  4: '000000001000',
  6: '000000003935',
  7: '1231235959',
  11: '004711',
  12: '035959',
  13: '0101',
  14: '3012',
  16: '1231',
  17: '0101',
  18: '5411',
  22: '051',
  23: '002',
  25: '59',
  28: 'D00000150',
  32: '12345678901',
  35: '4000001234567899=30121010000000001',
  37: 'ABC123456789',
  41: 'TERM0001',
  42: 'SHOP00000000001',
  43: 'TEST SHOP              DUBAI          AE',
  45: 'B4000001234567899^HOLDER/TEST^3012',
  48: 'PRIVATE',
  49: '978',
  51: '784',
  52: '0123456789abcdef',
  55: 'CHIP',
  102: '001000000001',
};

describe('an authorization message', () => {
  it('has the fields of the e-commerce message', () => {
    expect(toAuthorization(new Message('0100', FIELDS), NOW, false)).toEqual({
      ok: true,
      body: {
        Message_Version: '0100',
        Message_Type: 'Ecom_Rqst',
        CARD_NUMBER: '4000001234567899',
        From_Account: 'Saving',
        Transaction_Amount: '000000001000',
        Transaction_Amount_Cardholder_Billing: '000000003935',
        Transmission_Date_Time: '20261231235959',
        System_Trace_Audit_Number: '004711',
        Local_Date_Time: '20270101035959',
        Card_Expiry_Date: '3012',
        Currency_Conversion_Date: '20261231',
        Capture_Date: '20270101',
        Merchant_Type: '5411',
        POS_Enty_Mode: '051',
        Card_Sequence_Number: '002',
        POS_Condition_Code: '59',
        Transaction_Fee: 'D00000150',
        Acquiring_Institution_Code: '12345678901',
        Retrieval_Reference_Number: 'ABC123456789',
        Card_Acceptor_Terminal_ID: 'TERM0001',
        Card_Acceptor_Identification_Code: 'SHOP00000000001',
        Card_Acceptor_Name_Location: 'TEST SHOP              DUBAI          AE',
        Currency_Code_Transaction: '978',
        Currency_Code_Cardholder_Billing: '784',
        Banknet_Data: '',
        From_Account_No: '001000000001',
      },
    });
  });

  it('has defaults for fields that it may omit', () => {
    const fields: Record<number, string> = { ...FIELDS };
    for (const field of [3, 6, 12, 13, 16, 17, 22, 23, 25, 28, 43, 51, 102]) delete fields[field];
    expect(toAuthorization(new Message('0200', fields), NOW, false)).toMatchObject({
      ok: true,
      body: {
        Message_Version: '0200',
        From_Account: 'Current',
        Transaction_Amount_Cardholder_Billing: '000000001000',
        Local_Date_Time: '20261231235959',
        Capture_Date: '20261231',
        POS_Enty_Mode: '000',
        Card_Sequence_Number: '',
        POS_Condition_Code: '00',
        Transaction_Fee: 'C00000000',
        Card_Acceptor_Name_Location: '',
        Currency_Code_Cardholder_Billing: '978',
        From_Account_No: '',
      },
    });
  });

  it('has the decision of the network if it is an advice', () => {
    expect(toAuthorization(new Message('0120', { ...FIELDS, 38: 'A1B2C3', 39: '00' }), NOW, true)).toMatchObject({
      ok: true,
      body: { Message_Type: 'Network_Advice', Action_Code: '00', Approval_Code: 'A1B2C3' },
    });
  });

  it.each([
    [2, '400000123456'],
    [7, '0230000000'],
    [14, '3013'],
    [37, 'ABC-12345678'],
    [49, 'EUR'],
    [51, 'AED'],
  ])('is refused for field %s with the value %s', (field, value) => {
    expect(toAuthorization(new Message('0100', { ...FIELDS, [field]: value }), NOW, false)).toEqual({
      ok: false,
      field,
    });
  });

  it.each([2, 4, 6, 7, 11, 14, 18, 32, 37, 41, 42, 49])('is refused without field %s', (field) => {
    const message = new Message('0100', FIELDS);
    message.delete(field);
    expect(toAuthorization(message, NOW, false)).toEqual({ ok: false, field });
  });
});

describe('the fields of an e-commerce message', () => {
  const now = new Date('2026-11-20T09:30:05Z');
  const CARD = { number: '4000001234567899', expiry: '3012' };
  const billing = {
    Currency_Code_Transaction: '978',
    Currency_Conversion_Date: '20261119',
    Transaction_Amount_Cardholder_Billing: '000000003935',
  };

  it.each([
    ['in one currency', exampleMessage(CARD)],
    ['in another currency', exampleMessage(CARD, billing)],
  ])('give the same message %s', (_what, message) => {
    const read = toAuthorization(new Message('0100', toIso8583Fields(message)), now, false);
    const others = { Message_Version: '0100', Local_Date_Time: '20261120133000', Banknet_Data: '' };
    expect(read).toEqual({ ok: true, body: { ...message, ...others } });
  });
});
