import type { JsonObject } from '@cardwright/contract';
import type { Product } from '../../issuing/banks/index.ts';
import type { Bank } from '../../platform/kernel/bank.ts';

/** Returns a client with all fields that a bank may require, including those for fraud monitoring. */
export function clientOf(customerId: string, { bankCode }: Bank, { cardType }: Product): JsonObject {
  return {
    customer_id: customerId,
    bank_code: bankCode,
    card_name: 'CARD DOCTOR',
    card_type: cardType,
    personal_details: {
      first_name: 'Card',
      last_name: 'Doctor',
      date_of_birth: '1990-01-31',
      security_name: 'DOCTOR',
    },
    contact_details: { mobile_phone: '+10000000000' },
    addresses: [
      { address_type: 'PERMANENT', address_line_1: '1 Main Street', city: 'Anywhere', country: 'ARE', zip: '00000' },
    ],
  };
}

/** Returns a purchase in the bank's own country and currency, with this reference. */
export function cardMessage(
  { number, expiry, reference, now }: { number: string; expiry: string; reference: string; now: Date },
  { country, currency }: Bank,
): JsonObject {
  const transmittedAt = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return {
    Message_Version: '1.0',
    Message_Type: 'Ecom_Rqst',
    CARD_NUMBER: number,
    From_Account: 'Saving',
    Transaction_Amount: '000000001000',
    Transaction_Amount_Cardholder_Billing: '000000001000',
    Transmission_Date_Time: transmittedAt,
    System_Trace_Audit_Number: reference.slice(-6),
    Local_Date_Time: '12:00:00',
    Card_Expiry_Date: expiry,
    Capture_Date: transmittedAt.slice(0, 8),
    Merchant_Type: '5411',
    POS_Enty_Mode: '810',
    Card_Sequence_Number: '001',
    POS_Condition_Code: '59',
    Transaction_Fee: 'D00000000',
    Acquiring_Institution_Code: '999999',
    Retrieval_Reference_Number: reference,
    Card_Acceptor_Terminal_ID: 'DOCTOR01',
    Card_Acceptor_Identification_Code: 'CARDWRIGHT-DOCT',
    Card_Acceptor_Name_Location: `${'CARDWRIGHT DOCTOR'.padEnd(38)}${country}`,
    Currency_Code_Transaction: currency.number,
    Currency_Code_Cardholder_Billing: currency.number,
    Banknet_Data: 'DOCTOR001',
    From_Account_No: '000000000001',
  };
}
