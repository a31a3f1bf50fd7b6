import { code as currencyOf } from 'currency-codes';
import { UsageError } from '../output/usage-error.ts';

export interface MessageFacts {
  /** The full or masked number, with the expiry of the plastic card. */
  readonly card: { readonly number: string; readonly expiry: string; readonly sequence?: string };
  readonly account: string;
  readonly currency: string;
  /** A decimal string in that currency. */
  readonly amount: string;
  readonly mcc: string;
  readonly country: string;
  readonly at: Date;
  readonly rrn: string;
  readonly stan: string;
}

/** Creates an e-commerce message with every mandatory field (docs/interface/authorization-message.md). */
export function networkMessage(facts: MessageFacts): Record<string, string> {
  const { card, account, amount, at, rrn, stan } = facts;
  const currency = currencyOf(facts.currency);
  if (currency === undefined) throw new UsageError(`${facts.currency} is not a currency`);
  const minor = minorText(amount, currency.digits).padStart(12, '0');
  const time = at.toISOString();
  const day = time.slice(0, 10).replaceAll('-', '');
  return {
    Message_Version: '1.0',
    Message_Type: 'Ecom_Rqst',
    CARD_NUMBER: card.number,
    From_Account: 'Saving',
    Transaction_Amount: minor,
    Transaction_Amount_Cardholder_Billing: minor,
    Transmission_Date_Time: `${day}${time.slice(11, 19).replaceAll(':', '')}`,
    System_Trace_Audit_Number: stan,
    Local_Date_Time: time.slice(11, 19),
    Card_Expiry_Date: card.expiry,
    Capture_Date: day,
    Merchant_Type: facts.mcc,
    POS_Enty_Mode: '810',
    Card_Sequence_Number: card.sequence ?? '001',
    POS_Condition_Code: '59',
    Transaction_Fee: 'D00000000',
    Acquiring_Institution_Code: '123456',
    Retrieval_Reference_Number: rrn,
    Card_Acceptor_Terminal_ID: 'SIM00001',
    Card_Acceptor_Identification_Code: 'SIMULATED000001',
    Card_Acceptor_Name_Location: `${'SIMULATED SHOP'.padEnd(23)}${'CITY'.padEnd(15)}${facts.country}`,
    Currency_Code_Transaction: currency.number,
    Currency_Code_Cardholder_Billing: currency.number,
    Banknet_Data: 'SIM000001',
    From_Account_No: account.replace(/\D/g, ''),
  };
}

/** Converts an amount to minor units without floating-point numbers, which would lose fractions of a cent. */
export function minorText(amount: string, digits: number): string {
  const [, whole = '', part = ''] = /^(\d{1,10})(?:\.(\d{1,4}))?$/.exec(amount) ?? [];
  if (whole === '' || part.length > digits) {
    throw new UsageError(
      `${amount} is not a valid amount: write digits, a decimal point, and at most ${digits} digits after it`,
    );
  }
  return `${whole}${part.padEnd(digits, '0')}`.replace(/^0+(?=\d)/, '');
}
