import { AMOUNT_DECIMALS, type ConditionFieldName } from '@cardwright/contract';
import { currency } from '../../../platform/kernel/money.ts';
import type { Example } from './example.ts';
import type { BankTraits } from './vocabulary.ts';

/** The entry mode and condition code of a message, by channel. */
const MODES: Readonly<Record<string, readonly [mode: string, condition: string]>> = {
  ECOM: ['810', '59'],
  MOTO: ['010', '08'],
  RECURRING: ['100', '00'],
  KEYED: ['010', '00'],
  UNKNOWN: ['000', '00'],
  CHIP: ['051', '00'],
  SWIPE: ['900', '00'],
  CONTACTLESS: ['071', '00'],
  FALLBACK: ['800', '00'],
};

const DIGITS_OF_AMOUNT = 12;

/**
 * The example as a message for a what-if, without the card. Undefined if no message of the interface can have the
 * values, for example an amount with more decimals than the bank's currency.
 */
export function whatIfMessage({ values, at }: Example, bank: BankTraits): Record<string, string> | undefined {
  const text = (field: ConditionFieldName) => String(values.get(field) ?? '');
  const unit = 10n ** BigInt(AMOUNT_DECIMALS - bank.exponent);
  const amount = values.get('amount') as bigint;
  const minor = String(amount / unit).padStart(DIGITS_OF_AMOUNT, '0');
  const [transaction, billing] = [currency(text('currency')), currency(bank.currency)];
  const [mode, condition] = MODES[text('channel')] ?? [];
  if (amount % unit !== 0n || minor.length > DIGITS_OF_AMOUNT) return undefined;
  if (transaction === undefined || billing === undefined || mode === undefined || condition === undefined) {
    return undefined;
  }
  const time = at.toISOString().replace(/\D/g, '').slice(0, 14);
  return {
    Message_Version: '1.0',
    Message_Type: 'Ecom_Rqst',
    From_Account: 'Saving',
    Transaction_Amount: minor,
    Transaction_Amount_Cardholder_Billing: minor,
    Transmission_Date_Time: time,
    System_Trace_Audit_Number: '000001',
    Local_Date_Time: `${time.slice(8, 10)}:${time.slice(10, 12)}:${time.slice(12)}`,
    Capture_Date: time.slice(0, 8),
    Merchant_Type: text('mcc'),
    POS_Enty_Mode: mode,
    POS_Condition_Code: condition,
    Transaction_Fee: 'D00000000',
    Acquiring_Institution_Code: text('acquirer'),
    Retrieval_Reference_Number: '000000000001',
    Card_Acceptor_Terminal_ID: text('terminalId'),
    Card_Acceptor_Identification_Code: text('merchantId'),
    Card_Acceptor_Name_Location: `EXAMPLE${' '.repeat(31)}${text('country').padEnd(2)}`,
    Currency_Code_Transaction: transaction.number,
    Currency_Code_Cardholder_Billing: billing.number,
    Banknet_Data: 'MDS000001',
    From_Account_No: '00000000',
  };
}
