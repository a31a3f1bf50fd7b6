/** The account type, which is in digits 3 and 4 of field 3. */
const ACCOUNT_TYPES: Readonly<Record<string, string>> = { Saving: '10', Credit: '30' };

/**
 * Converts an e-commerce message to the fields of an ISO 8583 authorization with the same meaning
 * (docs/interface/iso8583.md#fields). Omits field 63, because each network defines its own layout for it. Pure.
 *
 * @param message with every mandatory field
 *
 * @example new Message('0100', toIso8583Fields(message));
 */
export function toIso8583Fields(message: Readonly<Record<string, string>>): Record<number, string> {
  const text = (name: string) => message[name] ?? '';
  const digits = (name: string, length: number) => text(name).padStart(length, '0');
  const currency = text('Currency_Code_Transaction');
  const billingCurrency = text('Currency_Code_Cardholder_Billing');
  const fields: Record<number, string> = {
    2: text('CARD_NUMBER'),
    3: `00${ACCOUNT_TYPES[text('From_Account')] ?? '00'}00`,
    4: digits('Transaction_Amount', 12),
    7: text('Transmission_Date_Time').slice(4),
    11: digits('System_Trace_Audit_Number', 6),
    12: text('Local_Date_Time').replaceAll(':', ''),
    14: text('Card_Expiry_Date'),
    17: text('Capture_Date').slice(4),
    18: digits('Merchant_Type', 4),
    22: digits('POS_Enty_Mode', 3),
    23: text('Card_Sequence_Number'),
    25: digits('POS_Condition_Code', 2),
    28: text('Transaction_Fee'),
    32: text('Acquiring_Institution_Code'),
    37: digits('Retrieval_Reference_Number', 12),
    41: text('Card_Acceptor_Terminal_ID').padEnd(8),
    42: text('Card_Acceptor_Identification_Code').padEnd(15),
    43: text('Card_Acceptor_Name_Location').padEnd(40),
    49: currency,
    102: text('From_Account_No'),
  };
  const conversionDate = text('Currency_Conversion_Date');
  if (conversionDate !== '') fields[16] = conversionDate.slice(4);
  if (billingCurrency !== currency) {
    fields[6] = digits('Transaction_Amount_Cardholder_Billing', 12);
    fields[51] = billingCurrency;
  }
  return fields;
}
