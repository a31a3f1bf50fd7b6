import { isValidIBAN } from 'ibantools';
import { LIST_NAME } from './list-name.ts';
import { isDate, isHeaderTime, isOffsetTime, isUtcTime, MESSAGE_EXPIRY, MESSAGE_TIME } from './time-formats.ts';

/** Named text formats. Any other value is a finding `wrong_format` whose message ends with the `expects` text. */
interface Format {
  readonly expects: string;
  test(text: string): boolean;
  /** Suggests the probable intent of a text in another form. */
  suggest?(text: string): string | undefined;
}

/**
 * Uses one regular expression for all texts. A regular expression inside the function would be created by each call.
 */
function like(pattern: RegExp): Format['test'] {
  return (text) => pattern.test(text);
}

export const FORMATS = {
  date: { expects: 'a date YYYY-MM-DD', test: isDate },
  'header-time': { expects: 'DD/MM/YYYY HH:MM:SS or ISO 8601', test: isHeaderTime },
  'date-or-time': {
    expects: 'YYYY-MM-DD, DD/MM/YYYY HH:MM:SS or ISO 8601',
    test: (text) => isDate(text) || isHeaderTime(text),
  },
  amount: {
    expects: 'a decimal amount such as 1500.00',
    test: like(/^\d{1,15}(\.\d{1,4})?$/),
  },
  'amount-or-empty': {
    expects: 'a decimal amount such as 1500.00, or empty',
    test: (text) => text === '' || /^\d{1,15}(\.\d{1,4})?$/.test(text),
  },
  'padded-amount': { expects: '12 digits, zero-padded', test: like(/^\d{12}$/) },
  'merchant-categories': {
    expects: 'a merchant category of 4 digits, or a range such as 3000-3299',
    test: isCategoryRange,
  },
  currency: { expects: 'an ISO 4217 alphabetic code', test: like(/^[A-Z]{3}$/) },
  yymm: { expects: 'YYMM', test: like(/^\d{2}(0[1-9]|1[0-2])$/) },
  digits: { expects: 'digits only', test: like(/^\d+$/) },
  'card-number': { expects: '13 to 19 digits, or masked: 6 digits, mask, 4 digits', test: isCardNumber },
  'masked-digits': { expects: 'digits, masked with X, x or *', test: like(/^[\dXx*]+$/) },
  reference: { expects: 'digits, or 12 digits, letters and blanks', test: like(/^(?:\d+|[\dA-Za-z ]{12})$/) },
  'card-of-account': {
    expects: '14 or 16 digits, or masked with 5 or 6 leading and 4 or 5 trailing digits visible',
    test: like(/^(\d{14}|\d{16})$/),
  },
  checksum: { expects: '64 hexadecimal digits', test: like(/^[\da-f]{64}$/) },
  'offset-time-or-empty': {
    expects: 'YYYY-MM-DDTHH:MM:SS.sss and a UTC offset that a zone has, +HH:MM or -HH:MM, or empty',
    test: (text) => text === '' || isOffsetTime(text),
  },
  'utc-time': { expects: 'an ISO 8601 date and time in UTC', test: isUtcTime },
  uuid: { expects: 'a UUID', test: like(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i) },
  'message-time': {
    expects: 'YYYYMMDDHHMMSS, MMDDHHMMSS, HHMMSS, HH:MM:SS or DD/MM/YY HH:MM:SS',
    test: like(MESSAGE_TIME),
  },
  'message-expiry': {
    expects: 'YYMM, YYYYMM, YYYYMMDD, MM/YY or MM/YYYY',
    test: like(MESSAGE_EXPIRY),
  },
  decimal: { expects: 'a decimal number such as 1.10', test: like(/^\d{1,18}(\.\d{1,18})?$/) },
  'merchant-category': {
    expects: 'a merchant category code of 4 digits',
    test: like(/^\d{4}$/),
    suggest: (text) => (/^\d{1,3}$/.test(text) ? text.padStart(4, '0') : undefined),
  },
  'country-alpha-3': {
    expects: 'a country code of 3 letters (ISO 3166 alpha-3)',
    test: like(/^[A-Z]{3}$/),
  },
  'card-scheme': {
    expects: 'a card scheme code of 2 to 4 uppercase letters',
    test: like(/^[A-Z]{2,4}$/),
  },
  'service-code': {
    expects: 'a service code of letters, digits, _ and -',
    test: like(/^[A-Za-z\d][\w-]*$/),
  },
  'terminal-type': { expects: 'a terminal type of letters and _', test: like(/^[A-Za-z][A-Za-z_]*$/) },
  alphabetic: { expects: 'letters and blanks', test: like(/^[\p{L}\p{M}][\p{L}\p{M} _-]*$/u) },
  alphanumeric: {
    expects: 'letters, digits and blanks',
    test: like(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ]*$/u),
  },
  'rule-name': {
    expects: 'uppercase letters, digits and _, 2 to 24, beginning with a letter',
    test: like(/^[A-Z][A-Z0-9_]{1,23}$/),
  },
  'list-name': {
    expects: 'lowercase letters, digits and -, up to 40, with a letter or a digit at both ends',
    test: like(LIST_NAME),
  },
  identifier: { expects: 'printable characters without blanks at the ends', test: isIdentifier },
  url: { expects: 'a URL that begins with https:// or http://', test: isWebAddress },
  email: { expects: 'an e-mail address', test: like(/^[^\s@]+@[^\s@]+$/) },
  'hour-minute': { expects: 'a time of day hhmm', test: like(/^([01]\d|2[0-3])[0-5]\d$/) },
  'account-or-iban': { expects: 'an account number, or an IBAN with a valid checksum', test: isAccountOrIban },
  fee: { expects: 'D or C and 8 digits', test: like(/^[DC]\d{8}$/) },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

const IBAN_LIKE = /^[A-Z]{2}\d{2}[A-Z\d]+$/;

/**
 * Returns whether a text is an account number or an IBAN. A text that begins like an IBAN must be a valid IBAN, in
 * electronic form or in groups.
 */
function isAccountOrIban(text: string): boolean {
  const compact = text.replace(/ /g, '').toUpperCase();
  if (IBAN_LIKE.test(compact)) return isValidIBAN(compact);
  return /^[\p{L}\p{N}][\p{L}\p{N} /.-]*$/u.test(text);
}

const WEB_ADDRESS = /^https?:\/\/(?:[\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]+(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text);
}

/**
 * Returns whether a text is an identifier. Identifiers are part of paths and lists, and are compared without changes.
 */
function isIdentifier(text: string): boolean {
  return /^[^\s\p{C}](.*[^\s\p{C}])?$/u.test(text) && !/\p{C}/u.test(text);
}

/** Returns whether a text is a range of categories. A backward range is refused, because it would match nothing. */
function isCategoryRange(text: string): boolean {
  const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/.exec(text) ?? [];
  return first !== undefined && last !== undefined && first <= last;
}

const FULL_NUMBER = /^\d{13,19}$/;
const MASKED_NUMBER = /^\d{6}[Xx*]+\d{4}$/;

function isCardNumber(text: string): boolean {
  return FULL_NUMBER.test(text) || (MASKED_NUMBER.test(text) && text.length >= 13 && text.length <= 19);
}
