import { hash } from 'node:crypto';
import {
  actionCodeOf,
  EcommerceRequest,
  ERRORS,
  type ErrorName,
  ExactNumber,
  type Finding,
  type JsonObject,
  type JsonValue,
  REPEATED_FIELDS,
  type EcommerceRequest as Request,
  writeJson,
} from '@cardwright/contract';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import { maskNumber, maskValidCardNumbers, mayHoldCardNumber } from '../../../platform/kernel/text/masked-text.ts';
import { type CardNumber, readCardNumber } from '../../../platform/vault/index.ts';
import { channelOf, countryOfLocation } from '../decision/channel.ts';
import { type DecisionOutcome, NO_APPROVAL_CODE } from '../decision/decide.ts';
import type { AuthorizationMessage } from '../decision/facts.ts';
import { messageOfRaw, textOf, textOrEmpty } from '../decision/stored-message.ts';
import type { AuthorizationRequest, RawMessage } from './authorization-request.ts';
import { maskAllNumbers, maskInText } from './mask-message-numbers.ts';

/**
 * Decodes the e-commerce message (docs/interface/authorization-message.md) into the form that decisions use, and encodes
 * the response.
 */

/**
 * @param request as the contract's schema accepted it, without findings
 * @param ranges the BINs of our banks
 */
export function decodeEcommerce(
  request: Request,
  ranges: () => readonly string[],
): Pick<AuthorizationRequest, 'message' | 'raw' | 'rawText'> & { readonly cardNumber: CardNumber } {
  const numberText_ = textOf(request.CARD_NUMBER);
  const cardNumber = readCardNumber(numberText_);
  if (cardNumber === undefined) throw new Error('the schema let a card number pass that is none');
  const maskedNumber = 'full' in cardNumber ? cardNumber.full.masked('*') : numberText_.replace(/[Xx]/g, '*');
  const raw = storable(request as unknown as JsonObject, maskedNumber, ranges);
  const message = messageOfRaw(raw, 'full' in cardNumber ? 'full' : 'masked');
  return { message, cardNumber, raw, rawText: textOfFlat(raw) };
}

/** The part of a message that lists show: where and how the card was used. */
export function useOfRaw(raw: RawMessage) {
  const field = (name: keyof Request) => textOrEmpty(raw[name] ?? '');
  const mcc = field('Merchant_Type');
  const place = field('Card_Acceptor_Name_Location');
  return {
    merchant: field('Card_Acceptor_Identification_Code'),
    merchant_place: place,
    mcc,
    country: countryOfLocation(place) ?? null,
    channel: channelOf(field('POS_Enty_Mode').padStart(3, '0'), field('POS_Condition_Code').padStart(2, '0'), mcc)
      .entry,
  };
}

/** Names of unknown members whose values are never stored (docs/interface/authorization-message.md#stored-data). */
const SECRET_FIELDS = /cv[cv]|cvx|cid$|cav|pin(?![a-z])|pin_?block|track|magstripe|chip_?data|icc|emv/i;
const KNOWN_FIELDS: ReadonlySet<string> = new Set(Object.keys(EcommerceRequest.properties));

/**
 * Masks card numbers in every field that may hold one: the card number field, the two that are long enough, and unknown
 * ones.
 */
function storable(request: JsonObject, maskedNumber: string, ranges: () => readonly string[]): RawMessage {
  const raw: RawMessage = { ...request, CARD_NUMBER: maskedNumber };
  raw.From_Account_No = withoutOurNumbers(request.From_Account_No!, maskedNumber, ranges);
  if (request.Token_Reference !== undefined)
    raw.Token_Reference = maskAllNumbers(request.Token_Reference, maskedNumber);
  raw.Card_Acceptor_Name_Location = maskAllNumbers(request.Card_Acceptor_Name_Location!, maskedNumber);
  for (const field in request) {
    if (KNOWN_FIELDS.has(field)) continue;
    delete raw[field];
    if (!SECRET_FIELDS.test(field))
      raw[maskInText(field, maskedNumber)] = maskAllNumbers(request[field]!, maskedNumber);
  }
  return raw;
}

/** Masks the card's own number and those of our banks' BINs only, because an account id may look like a card number. */
function withoutOurNumbers(value: JsonValue, maskedNumber: string, ranges: () => readonly string[]): JsonValue {
  const text = textOrEmpty(value);
  const maskedText = maskValidCardNumbers(maskNumber(text, maskedNumber), '*', () => ({ prefixes: ranges() }));
  return maskedText === text ? value : maskedText;
}

/** A stored message without its unknown fields, which decide nothing and can have a MiB. */
export function withoutUnknownFields(stored: string): string {
  const raw = readStoredJson(stored);
  for (const field in raw) if (!KNOWN_FIELDS.has(field) && !ADVICE_FIELDS.has(field)) delete raw[field];
  return textOfFlat(raw);
}

/** The fields of a request of the network's own decision, besides those of the e-commerce message. */
const ADVICE_FIELDS: ReadonlySet<string> = new Set(['Action_Code', 'Approval_Code']);

/**
 * A hash of 64 bits over the identity of a message (docs/interface/repeats.md#authorizations): acquirer, reference,
 * trace number, transmission time and card. An advice is a message of its own, even with the values of a request.
 * @param card the id of the card, or a mark that replaces it if no card was found
 */
export function messageKey(message: AuthorizationMessage, card: string): bigint {
  const { acquirer, retrievalReference, systemTrace, transmittedAt, advice } = message;
  const identity = `${acquirer}\0${retrievalReference}\0${systemTrace}\0${transmittedAt}\0${card}${advice === undefined ? '' : '\0advice'}`;
  return hash('sha256', identity, 'buffer').readBigInt64BE();
}

/** The part of a message that explanations show: the masked number, and where the card was used. */
export function displayedMessage(raw: RawMessage): { card_number: string; place: string | null } {
  const { CARD_NUMBER: cardNumber, Card_Acceptor_Name_Location: place } = raw;
  return { card_number: String(cardNumber), place: typeof place === 'string' ? place : null };
}

/**
 * Whether two messages request the same (docs/interface/repeats.md#authorizations): both amounts and both currencies.
 */
export function isSameRequest(one: RawMessage, other: RawMessage): boolean {
  return SAME_FIELDS.every((field) => one[field] === other[field]);
}

/** A text that is equal for messages that request the same. */
export function contentOfRequest(raw: RawMessage): string {
  return SAME_FIELDS.map((field) => String(raw[field])).join('\0');
}

const SAME_FIELDS = [
  'Transaction_Amount',
  'Transaction_Amount_Cardholder_Billing',
  'Currency_Code_Transaction',
  'Currency_Code_Cardholder_Billing',
];

/** Writes the fields of the Resp column. Repeated fields keep the form that they have in the request. */
export function encodeResponse(raw: RawMessage, outcome: DecisionOutcome): string {
  let text = `{"Message_Version":${jsonOf(raw.Message_Version ?? '')},"Message_Type":"Ecom_Resp"`;
  for (const { field, lead } of REPEATED_LEADS) {
    const value = raw[field];
    if (value !== undefined) text += lead + jsonOf(value);
  }
  const { approvalCode, actionCode, settlementDate } = outcome;
  const reason = jsonOf(outcome.reason.slice(0, 24));
  text += `,"Settlement_Date":"${settlementDate.replaceAll('-', '')}","Approval_Code":"${approvalCode}"`;
  return `${text},"Action_Code":"${actionCode}","Additional_Response_Data":${reason}}`;
}

/** The text before the value of each field. */
const REPEATED_LEADS = REPEATED_FIELDS.map((field) => ({ field, lead: `,"${field}":` }));

/** Writes plain texts directly, because nearly all values are plain and a call of the JSON writer costs more. */
function jsonOf(value: JsonValue): string {
  return typeof value === 'string' && needsNoEscape(value) ? `"${value}"` : writeJson(value);
}

function needsNoEscape(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH) return false;
  }
  return true;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Uses the native writer, except for a message with a number whose exact digits only our own writer preserves. */
function textOfFlat(message: JsonObject): string {
  for (const field in message) {
    const value = message[field];
    if (typeof value === 'object') return writeJson(message);
  }
  return JSON.stringify(message);
}

/**
 * The response to a message that could not be decided. It repeats what could be read and has every mandatory field.
 */
export function encodeRefusal(
  body: JsonObject,
  error: ErrorName,
  findings: readonly Finding[],
  settlementDate: string,
): string {
  const raw: RawMessage = { Message_Version: printable('Message_Version', body.Message_Version) };
  for (const field of REPEATED_FIELDS) {
    const value = printable(field, body[field]);
    if (value !== '' || field !== 'Currency_Conversion_Date') raw[field] = value;
  }
  const number = readCardNumber(String(textOrEmpty(body.CARD_NUMBER)));
  raw.CARD_NUMBER = number === undefined ? '' : maskedOf(number, String(textOrEmpty(body.CARD_NUMBER)));
  const [first] = findings;
  const reason =
    first === undefined || error === 'body_unreadable' ? `ERROR_${ERRORS[error].code}` : `FORMAT ${first.path}`;
  return encodeResponse(raw, {
    actionCode: actionCodeOf(error),
    approvalCode: NO_APPROVAL_CODE,
    reason,
    settlementDate,
  });
}

function maskedOf(number: NonNullable<ReturnType<typeof readCardNumber>>, digits: string): string {
  return 'full' in number ? number.full.masked('*') : digits.replace(/[Xx]/g, '*');
}

/** Fields whose regular values may be as long as a short card number, with the form of these values. */
const LONG_NUMBERS: Readonly<Record<string, RegExp>> = {
  Transmission_Date_Time: /^\d{14}$/,
  Card_Acceptor_Identification_Code: /^\d{13,15}$/,
};

/** The value, if it is short enough to be repeated and holds no card number; otherwise an empty text. */
function printable(field: string, value: JsonValue | undefined): JsonValue {
  const text = textOrEmpty(value);
  if (text.length > 28 || (mayHoldCardNumber(text) && !LONG_NUMBERS[field]?.test(text))) return '';
  return typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber ? value : '';
}
