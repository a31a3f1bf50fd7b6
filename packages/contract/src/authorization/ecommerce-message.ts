import type { Static, TSchema } from 'typebox';
import { digits, oneOf, optional, record, text } from '../schema/fields.ts';
import { unpaddedDigits } from '../schema/number-tolerances.ts';
import { MESSAGE_TIME } from '../schema/time-formats.ts';
import { alsoMatches, alsoValues, anyText } from '../schema/tolerances.ts';
import { countryInOtherLetters } from './country-letters.ts';
import { MESSAGE_MEANINGS as MEANS } from './message-meanings.ts';

/**
 * The fields of the flat authorization message, with the columns Req and Resp: docs/interface/authorization-message.md.
 */

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

const MessageVersion = text(8, { description: MEANS.Message_Version });

/** Request fields that the answer repeats as they were sent, except for the card number and the amounts. */
const REPEATED = {
  CARD_NUMBER: digits(19, {
    minLength: 13,
    fieldFormat: 'card-number',
    alsoSpelled: ['Card_Number', 'Card_Number '],
    description: MEANS.CARD_NUMBER,
  }),
  From_Account: oneOf(['Saving', 'Credit'] as ('Saving' | 'Credit' | 'Current')[], {
    maxLength: 6,
    description: MEANS.From_Account,
    tolerances: [alsoValues('Current')],
  }),
  Transaction_Amount: amount(MEANS.Transaction_Amount),
  Transaction_Amount_Cardholder_Billing: amount(MEANS.Transaction_Amount_Cardholder_Billing),
  Transmission_Date_Time: dateTime(14, MEANS.Transmission_Date_Time),
  System_Trace_Audit_Number: digits(6, { description: MEANS.System_Trace_Audit_Number }),
  Local_Date_Time: dateTime(8, MEANS.Local_Date_Time),
  Card_Expiry_Date: text(8, { description: MEANS.Card_Expiry_Date, fieldFormat: 'message-expiry' }),
  Currency_Conversion_Date: optional(text(8, { description: MEANS.Currency_Conversion_Date })),
  Capture_Date: text(8, {
    description: MEANS.Capture_Date,
    alsoSpelled: ['Capture Date'],
  }),
  POS_Enty_Mode: digits(3, {
    description: MEANS.POS_Enty_Mode,
  }),
  Card_Sequence_Number: text(3, { description: MEANS.Card_Sequence_Number }),
  POS_Condition_Code: text(2, { description: MEANS.POS_Condition_Code }),
  Acquiring_Institution_Code: text(6, { description: MEANS.Acquiring_Institution_Code }),
  Retrieval_Reference_Number: digits(12, { description: MEANS.Retrieval_Reference_Number }),
  Card_Acceptor_Terminal_ID: text(8, { description: MEANS.Card_Acceptor_Terminal_ID }),
  Card_Acceptor_Identification_Code: text(15, { description: MEANS.Card_Acceptor_Identification_Code }),
  Currency_Code_Transaction: code(3, MEANS.Currency_Code_Transaction),
  Currency_Code_Cardholder_Billing: code(3, MEANS.Currency_Code_Cardholder_Billing),
  From_Account_No: digits(28, {
    fieldFormat: 'masked-digits',
    description: MEANS.From_Account_No,
  }),
} satisfies Record<string, TSchema>;

/** Fields that a message and its answer share. */
export const RepeatedFields = record(REPEATED, { component: 'RepeatedFields' });

/** Fields that only the request has. */
const REQUEST_ONLY = {
  Merchant_Type: code(4, MEANS.Merchant_Type),
  Transaction_Fee: text(9, {
    fieldFormat: 'fee',
    description: MEANS.Transaction_Fee,
    tolerances: [anyText(9)],
  }),
  Card_Acceptor_Name_Location: text(40, {
    // Terminals without a location send blanks. The bank configures how a missing country is treated.
    mayBeBlank: true,
    description: MEANS.Card_Acceptor_Name_Location,
    tolerances: [countryInOtherLetters],
  }),
  Token_Reference: optional(text(36, { description: MEANS.Token_Reference })),
  Banknet_Data: text(9, { minLength: 6, description: MEANS.Banknet_Data }),
} satisfies Record<string, TSchema>;

export const EcommerceRequest = record(
  {
    Message_Version: MessageVersion,
    Message_Type: oneOf(['Ecom_Rqst'], { maxLength: 20, description: MEANS.Message_Type }),
    ...REPEATED,
    ...REQUEST_ONLY,
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
    Approval_Code: text(6, { description: 'Six digits; six blanks for a decline' }),
    Action_Code: text(2, { component: 'ActionCode', description: 'ISO 8583:1987 response code; 00 for an approval' }),
    Additional_Response_Data: text(24, { description: 'APPROVED, or the name of the rule that declined' }),
  },
  { component: 'EcommerceAnswer', extending: RepeatedFields },
);
export type EcommerceResponse = Static<typeof EcommerceResponse>;
