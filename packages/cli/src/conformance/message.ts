import type { JsonObject } from '@cardwright/contract';
import { dayOf, newDigits, timeOf } from './made-values.ts';
import type { IssuingBank, KnownCard } from './target.ts';

/** The message fields for each entry mode, and for cash at an ATM. */
export const ENTRIES = {
  ecom: { POS_Enty_Mode: '810', POS_Condition_Code: '59' },
  moto: { POS_Enty_Mode: '012', POS_Condition_Code: '08' },
  recurring: { POS_Enty_Mode: '100', POS_Condition_Code: '04' },
  keyed: { POS_Enty_Mode: '012', POS_Condition_Code: '00' },
  chip: { POS_Enty_Mode: '051', POS_Condition_Code: '00' },
  swipe: { POS_Enty_Mode: '900', POS_Condition_Code: '00' },
  contactless: { POS_Enty_Mode: '071', POS_Condition_Code: '00' },
  fallback: { POS_Enty_Mode: '801', POS_Condition_Code: '00' },
  cash: { POS_Enty_Mode: '051', POS_Condition_Code: '00', Merchant_Type: '6011' },
} as const;
export type CardEntry = keyof typeof ENTRIES;

/** The place of a merchant abroad. */
export const ABROAD = {
  DE: { Card_Acceptor_Name_Location: 'BUCHHANDLUNG           BERLIN         DE', Currency_Code_Transaction: '978' },
  FR: { Card_Acceptor_Name_Location: 'LIBRAIRIE              PARIS          FR', Currency_Code_Transaction: '978' },
} as const;

/** Message fields for an amount in minor units. */
export function amountOf(minor: number): JsonObject {
  const text = String(minor).padStart(12, '0');
  return { Transaction_Amount: text, Transaction_Amount_Cardholder_Billing: text };
}

export function chargeMessage(
  card: Pick<KnownCard, 'cardNumber' | 'expiry' | 'accountNumber'>,
  { currencyNumber, country }: IssuingBank,
  now: Date,
  fields: JsonObject = {},
): JsonObject {
  return {
    Message_Version: '1.0',
    Message_Type: 'Ecom_Rqst',
    CARD_NUMBER: card.cardNumber,
    From_Account: 'Saving',
    ...amountOf(2_500),
    Transmission_Date_Time: `${dayOf(now)}${timeOf(now).replaceAll(':', '')}`,
    System_Trace_Audit_Number: newDigits(6),
    Local_Date_Time: timeOf(now),
    Card_Expiry_Date: card.expiry,
    Capture_Date: dayOf(now),
    Merchant_Type: '5411',
    ...ENTRIES.ecom,
    Card_Sequence_Number: '001',
    Transaction_Fee: 'D00000000',
    Acquiring_Institution_Code: '123456',
    Retrieval_Reference_Number: newDigits(12),
    Card_Acceptor_Terminal_ID: 'WEB00001',
    Card_Acceptor_Identification_Code: 'SHOP00000000001',
    Card_Acceptor_Name_Location: `CONFORMANCE SHOP       TOWN           ${country}`,
    Currency_Code_Transaction: currencyNumber,
    Currency_Code_Cardholder_Billing: currencyNumber,
    Banknet_Data: 'CONF00001',
    From_Account_No: /^\d{1,28}$/.test(card.accountNumber) ? card.accountNumber : '1',
    ...fields,
  };
}
