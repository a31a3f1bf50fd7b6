/**
 * Meanings of the fields of the flat authorization message, for the descriptions of its schema and for explanations.
 */
export const MESSAGE_MEANINGS = {
  Message_Version: 'Version of the message; any text, returned as sent',
  Message_Type: 'Type of the message',
  CARD_NUMBER: 'Card number, full or masked; the response contains first 6, *, last 4',
  From_Account: 'Account type of the cardholder',
  Transaction_Amount: 'Amount in the currency of the acquirer, in minor units',
  Transaction_Amount_Cardholder_Billing: 'Amount in the currency of the account, in minor units',
  Transmission_Date_Time: 'Date and time of transmission, UTC',
  System_Trace_Audit_Number: 'Trace number of the sender (STAN)',
  Local_Date_Time: 'Local time at the card acceptor',
  Card_Expiry_Date: 'Expiry date of the card',
  Currency_Conversion_Date: 'Date of the exchange rate; does not affect the decision',
  Capture_Date: 'Date on which the acquirer captured the transaction; does not affect the decision',
  POS_Enty_Mode: 'How the card number was read (2 digits) and PIN capability of the terminal (1 digit)',
  Card_Sequence_Number: 'Distinguishes cards with the same number; 1 means 001',
  POS_Condition_Code: 'Type of order: 59 e-commerce, 08 mail or telephone order, 04 recurring',
  Acquiring_Institution_Code: 'Institution that sends the message into the network',
  Retrieval_Reference_Number: 'Identifier of the authorization for all parties (RRN)',
  Card_Acceptor_Terminal_ID: 'Terminal of the merchant',
  Card_Acceptor_Identification_Code: 'Merchant id, assigned by the acquirer',
  Currency_Code_Transaction: 'Currency of Transaction_Amount, ISO 4217 numeric code',
  Currency_Code_Cardholder_Billing: 'Currency of the account, ISO 4217 numeric code',
  From_Account_No: 'Account id, masked or not; does not affect the decision',
  Merchant_Type: 'Merchant category code (MCC)',
  Transaction_Fee: 'D (debit) or C (credit), and an amount of 8 digits; does not affect the decision',
  Card_Acceptor_Name_Location:
    'Name and location of the merchant; positions 39 and 40 contain its country, ISO 3166 alpha-2',
  Token_Reference: 'Token that paid, if the sender knows it. It must be an ACTIVE token of the card',
  Banknet_Data: 'Reference number of the network; does not affect the decision',
} as const;
export type MessageField = keyof typeof MESSAGE_MEANINGS;
