import type { Static, TSchema } from 'typebox';
import { digits, oneOf, optional, record, text } from '../schema/fields.ts';
import { unpaddedDigits } from '../schema/number-tolerances.ts';
import { MESSAGE_TIME } from '../schema/time-formats.ts';
import { alsoMatches, alsoValues, anyText } from '../schema/tolerances.ts';
import { countryInOtherLetters } from './country-letters.ts';

/** The flat authorization message (docs/interface/authorization-message.md): every field once, with the columns Req and Resp of its table. */

const amount = (description: string) =>
  text(12, { fieldFormat: 'padded-amount', description, tolerances: [unpaddedDigits(12)] });

const dateTime = (max: number, description: string) =>
  text(max, {
    description,
    fieldFormat: 'message-time',
    tolerances: [
      alsoMatches('long-date-time', 'up to 17: DD/MM/YY HH:MM:SS (the year may be the letters yy)', MESSAGE_TIME),
    ],
  });

const code = (length: number, description: string) =>
  text(length, { minLength: length, fieldFormat: 'digits', description });

const MessageVersion = text(8, { description: 'Version of the message; any text, repeated as it came' });

/** Fields of the request that the answer repeats as they were sent, except the card number and the amounts. */
const REPEATED = {
  CARD_NUMBER: digits(19, {
    minLength: 13,
    fieldFormat: 'card-number',
    alsoSpelled: ['Card_Number', 'Card_Number '],
    description: 'Full or masked; the answer shows first 6, *, last 4',
  }),
  From_Account: oneOf(['Saving', 'Credit'] as ('Saving' | 'Credit' | 'Current')[], {
    maxLength: 6,
    description: 'Account type of cardholder',
    tolerances: [alsoValues('Current')],
  }),
  Transaction_Amount: amount('Minor units of the acquirer currency'),
  Transaction_Amount_Cardholder_Billing: amount('Minor units of the cardholder billing currency'),
  Transmission_Date_Time: dateTime(14, 'UTC date and time'),
  System_Trace_Audit_Number: digits(6, { description: 'Trace number of the sender (STAN)' }),
  Local_Date_Time: dateTime(8, 'Local time at acceptor'),
  Card_Expiry_Date: text(8, { description: 'Expiry of the card', fieldFormat: 'message-expiry' }),
  Currency_Conversion_Date: optional(text(8, { description: 'Day of the exchange rate; decides nothing' })),
  Capture_Date: text(8, {
    description: 'Day on which the acquirer captured it; decides nothing',
    alsoSpelled: ['Capture Date'],
  }),
  POS_Enty_Mode: digits(3, {
    description: 'How the card number was read (2 digits), PIN capability of the terminal (1)',
  }),
  Card_Sequence_Number: text(3, { description: 'Distinguishes plastics under one number; 1 means 001' }),
  POS_Condition_Code: text(2, { description: '59 e-commerce, 08 mail or telephone order, 04 recurring' }),
  Acquiring_Institution_Code: text(6, { description: 'The institution that sends the message into the network' }),
  Retrieval_Reference_Number: digits(12, { description: 'Identifies the authorization for all parties (RRN)' }),
  Card_Acceptor_Terminal_ID: text(8, { description: 'Terminal of the merchant' }),
  Card_Acceptor_Identification_Code: text(15, { description: 'Merchant, as the acquirer numbers it' }),
  Currency_Code_Transaction: code(3, 'Currency of Transaction_Amount, ISO 4217 number'),
  Currency_Code_Cardholder_Billing: code(3, 'Currency of the account, ISO 4217 number'),
  From_Account_No: digits(28, {
    fieldFormat: 'masked-digits',
    description: 'Account id, masked or not; decides nothing',
  }),
} satisfies Record<string, TSchema>;

/** What a message and its answer have in common. */
export const RepeatedFields = record(REPEATED, { component: 'RepeatedFields' });

/** Fields that only the request has. */
const ASKED = {
  Merchant_Type: code(4, 'Merchant category code (MCC)'),
  Transaction_Fee: text(9, {
    fieldFormat: 'fee',
    description: 'D (debit) or C (credit), and an amount of 8 digits; decides nothing',
    tolerances: [anyText(9)],
  }),
  Card_Acceptor_Name_Location: text(40, {
    // terminals send blanks where they have nothing to say; what follows for the country is the bank's to choose
    mayBeBlank: true,
    description: 'Name and place of the merchant; positions 39 and 40 are its country, ISO 3166 alpha-2',
    tolerances: [countryInOtherLetters],
  }),
  Banknet_Data: text(9, { minLength: 6, description: 'Reference number of the network; decides nothing' }),
} satisfies Record<string, TSchema>;

export const EcommerceRequest = record(
  {
    Message_Version: MessageVersion,
    Message_Type: oneOf(['Ecom_Rqst'], { maxLength: 20 }),
    ...REPEATED,
    ...ASKED,
  },
  { component: 'EcommerceMessage', extending: RepeatedFields },
);
export type EcommerceRequest = Static<typeof EcommerceRequest>;

export const REPEATED_FIELDS = Object.keys(REPEATED) as (keyof typeof REPEATED)[];

export const EcommerceResponse = record(
  {
    Message_Version: MessageVersion,
    Message_Type: oneOf(['Ecom_Resp']),
    ...REPEATED,
    Settlement_Date: text(8, { description: "The bank's business date, YYYYMMDD" }),
    Approval_Code: text(6, { description: 'Six digits; six blanks when declined' }),
    Action_Code: text(2, { component: 'ActionCode', description: 'ISO 8583:1987 response code; 00 approved' }),
    Additional_Response_Data: text(24, { description: 'APPROVED, or the short name of the rule that refused' }),
  },
  { component: 'EcommerceAnswer', extending: RepeatedFields },
);
export type EcommerceResponse = Static<typeof EcommerceResponse>;
