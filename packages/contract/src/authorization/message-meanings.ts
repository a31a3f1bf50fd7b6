/**
 * Meanings of the fields of the flat authorization message, for the descriptions of its schema and for explanations.
 */
export const MESSAGE_MEANINGS = {
  Message_Version: 'Version of the message; any text, repeated as sent',
  Message_Type: 'Type of the message',
  CARD_NUMBER: 'Card number, full or masked; the answer shows first 6, *, last 4',
  From_Account: 'Account type of cardholder',
  Transaction_Amount: 'Amount in the currency of the acquirer, in minor units',
  Transaction_Amount_Cardholder_Billing: 'Amount in the currency of the account, in minor units',
  Transmission_Date_Time: 'When it was sent, UTC date and time',
  System_Trace_Audit_Number: 'Trace number of the sender (STAN)',
  Local_Date_Time: 'Local time at acceptor',
  Card_Expiry_Date: 'Expiry of the card',
  Currency_Conversion_Date: 'Day of the exchange rate; decides nothing',
  Capture_Date: 'Day on which the acquirer captured it; decides nothing',
  POS_Enty_Mode: 'How the card number was read (2 digits), PIN capability of the terminal (1)',
  Card_Sequence_Number: 'Distinguishes plastics under one number; 1 means 001',
  POS_Condition_Code: 'How it was ordered: 59 e-commerce, 08 mail or telephone order, 04 recurring',
  Acquiring_Institution_Code: 'The institution that sends the message into the network',
  Retrieval_Reference_Number: 'Identifies the authorization for all parties (RRN)',
  Card_Acceptor_Terminal_ID: 'Terminal of the merchant',
  Card_Acceptor_Identification_Code: 'Merchant, as the acquirer numbers it',
  Currency_Code_Transaction: 'Currency of Transaction_Amount, ISO 4217 number',
  Currency_Code_Cardholder_Billing: 'Currency of the account, ISO 4217 number',
  From_Account_No: 'Account id, masked or not; decides nothing',
  Merchant_Type: 'Merchant category code (MCC)',
  Transaction_Fee: 'D (debit) or C (credit), and an amount of 8 digits; decides nothing',
  Card_Acceptor_Name_Location: 'Name and place of the merchant; positions 39 and 40 are its country, ISO 3166 alpha-2',
  Token_Reference: 'The token that paid, if the sender knows it: it must be an ACTIVE one of the card',
  Banknet_Data: 'Reference number of the network; decides nothing',
} as const;
export type MessageField = keyof typeof MESSAGE_MEANINGS;
