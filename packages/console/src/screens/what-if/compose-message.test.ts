import { expect, it } from 'vitest';
import { composeMessage } from './compose-message.ts';

it('a composed payment becomes a message in the decimal places of the account’s currency, with the chosen entry mode', () => {
  const card = {
    card_number: '400000XXXXXX0018',
    card_expiry_date: '3011',
    card_sequence_number: '001',
    account_number: '001000000001',
    currency: 'BHD',
  };
  const composed = { amount: '12.5', currency: 'EUR', mcc: '5812', country: 'fr', channel: 'CHIP', merchant: 'SHOP1' };
  expect(composeMessage(composed, { card, now: new Date('2026-11-20T08:09:10.000Z') })).toMatchObject({
    CARD_NUMBER: '400000******0018',
    Card_Expiry_Date: '3011',
    From_Account_No: '001000000001',
    Transaction_Amount: '000000012500',
    Currency_Code_Transaction: '978',
    Transaction_Amount_Cardholder_Billing: '000000012500',
    Currency_Code_Cardholder_Billing: '048',
    Transmission_Date_Time: '20261120080910',
    Local_Date_Time: '08:09:10',
    Capture_Date: '20261120',
    Merchant_Type: '5812',
    POS_Enty_Mode: '051',
    POS_Condition_Code: '00',
    Card_Acceptor_Identification_Code: 'SHOP1',
    Card_Acceptor_Name_Location: 'WHAT IF                               FR',
  });
});
