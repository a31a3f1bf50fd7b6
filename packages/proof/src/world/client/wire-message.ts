import { ecommerceMessage } from '../../../../server/src/testing/cards/issued-cards.ts';
import type { ModelMessage } from '../model/model-message.ts';

/** A message of the model in the form of the interface; `more` replaces fields. */
export function wireMessage(
  card: { cardNumber: string; expiry: string },
  { use, minor, acquirerMinor, ...message }: ModelMessage,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return ecommerceMessage(card, {
    POS_Enty_Mode: use.entryMode,
    POS_Condition_Code: use.condition,
    Merchant_Type: use.category,
    Card_Acceptor_Name_Location: use.location,
    Currency_Code_Transaction: use.currency,
    Currency_Code_Cardholder_Billing: message.billingCurrency,
    Transaction_Amount: String(acquirerMinor).padStart(12, '0'),
    Transaction_Amount_Cardholder_Billing: String(minor).padStart(12, '0'),
    Card_Expiry_Date: message.expiry,
    Card_Sequence_Number: message.sequence,
    Card_Acceptor_Identification_Code: message.merchantId.padEnd(15),
    Card_Acceptor_Terminal_ID: message.terminalId,
    Acquiring_Institution_Code: message.acquirer,
    ...more,
  });
}
