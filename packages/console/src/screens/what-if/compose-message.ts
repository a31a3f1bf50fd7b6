import type { CARD_ENTRIES, CardListItem } from '@cardwright/contract';
import { messageAmount } from '../../parts/decision/message-amount.ts';
import { digitsIn } from '../../parts/value/currency-digits.ts';

export type Entry = Exclude<(typeof CARD_ENTRIES)[number], 'UNKNOWN'>;

/** The composed message, as in the address. */
export interface MessageSearch {
  readonly of?: string;
  readonly card?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly mcc?: string;
  readonly country?: string;
  readonly merchant?: string;
  readonly channel?: string;
  readonly set?: string;
}

/** The message fields for each entry mode: docs/interface/decision.md#channels. */
export const ENTRIES: Readonly<Record<Entry, { readonly mode: string; readonly condition: string }>> = {
  ECOM: { mode: '810', condition: '59' },
  MOTO: { mode: '012', condition: '08' },
  RECURRING: { mode: '100', condition: '04' },
  KEYED: { mode: '012', condition: '00' },
  CHIP: { mode: '051', condition: '00' },
  CONTACTLESS: { mode: '071', condition: '00' },
  SWIPE: { mode: '900', condition: '00' },
  FALLBACK: { mode: '801', condition: '00' },
};

export function entryOf(channel: string | undefined): Entry {
  return channel !== undefined && channel in ENTRIES ? (channel as Entry) : 'ECOM';
}

/** The currencies that a merchant can charge in, by their numbers in messages (ISO 4217). */
export const CURRENCIES: Readonly<Record<string, string>> = Object.fromEntries(
  'AED:784 BHD:048 EGP:818 EUR:978 GBP:826 INR:356 JOD:400 JPY:392 KWD:414 OMR:512 PKR:586 QAR:634 SAR:682 TRY:949 USD:840'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

const NAME_LENGTH = 38;

interface Facts {
  readonly card: Pick<
    CardListItem,
    'card_number' | 'card_expiry_date' | 'card_sequence_number' | 'account_number' | 'currency'
  >;
  readonly now: Date;
}

/** Builds a message as a network would send it now. Fields that do not affect the decision are filled in. */
export function composeMessage(composed: MessageSearch, { card, now }: Facts) {
  const { currency } = card;
  const { mode, condition } = ENTRIES[entryOf(composed.channel)];
  const amount = messageAmount(composed.amount ?? '', digitsIn(currency));
  const billed = CURRENCIES[currency] ?? '';
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return {
    Message_Version: '1.0',
    Message_Type: 'Ecom_Rqst',
    CARD_NUMBER: card.card_number.replaceAll('X', '*'),
    Card_Expiry_Date: card.card_expiry_date,
    Card_Sequence_Number: card.card_sequence_number,
    From_Account: 'Saving',
    From_Account_No: card.account_number,
    Transaction_Amount: amount,
    Currency_Code_Transaction: CURRENCIES[composed.currency ?? currency] ?? billed,
    Transaction_Amount_Cardholder_Billing: amount,
    Currency_Code_Cardholder_Billing: billed,
    Transmission_Date_Time: time,
    Local_Date_Time: time.replace(/^.{8}(..)(..)(..)$/, '$1:$2:$3'),
    Capture_Date: time.slice(0, 8),
    Retrieval_Reference_Number: '999999999999',
    System_Trace_Audit_Number: '999999',
    Merchant_Type: composed.mcc ?? '',
    POS_Enty_Mode: mode,
    POS_Condition_Code: condition,
    Transaction_Fee: 'D00000000',
    Acquiring_Institution_Code: '999999',
    Card_Acceptor_Terminal_ID: 'WHATIF01',
    Card_Acceptor_Identification_Code: composed.merchant ?? 'WHATIF',
    Card_Acceptor_Name_Location: `${'WHAT IF'.padEnd(NAME_LENGTH)}${(composed.country ?? '').toUpperCase()}`,
    Banknet_Data: 'WHATIF',
  };
}
