import type { ClientRecord } from '@cardwright/contract';
import { normalizeDigits } from '../../platform/kernel/text/normalize-digits.ts';
import { normalizeWords } from '../../platform/kernel/text/normalize-words.ts';

/** Increase this version when terms are derived differently: index-clients.ts then rebuilds the terms of existing clients. */
export const TERMS_VERSION = 1;

/** How many letters of a word are compared. A longer word in a search still finds the client. */
const MAX_LETTERS = 16;
/** How many words of one client are indexed: enough for every person, and a bound for unusual records. */
const MAX_WORDS = 40;
/** A search by fewer final digits would match too many phones. */
const LEAST_DIGITS = 6;
/** How many final digits are compared. Those before belong to the country code, which people write or leave out. */
const MAX_DIGITS = 9;

const PHONE = /^[\d\s().+/-]+$/;

/** Returns the search terms of a client, each word and number normalized: the texts of `client_terms`. Pure. */
export function termsOf(client: Partial<ClientRecord>): string[] {
  // a record that was loaded by other means can lack fields that requests must have
  const person: Partial<ClientRecord['personal_details']> = client.personal_details ?? {};
  const contact: Partial<ClientRecord['contact_details']> = client.contact_details ?? {};
  const names = [person.first_name, person.middle_name, person.last_name, client.card_name];
  const words = new Set(normalizeWords(names.filter((name) => name !== undefined).join(' ')));
  const phones = [contact.mobile_phone, contact.home_phone, contact.work_phone];
  return [
    ...new Set([
      ...[...words].slice(0, MAX_WORDS).flatMap(beginningsOf),
      ...phones.flatMap((phone) => (phone === undefined ? [] : phoneTerm(phone))),
      ...(contact.email === undefined ? [] : [emailTerm(contact.email)]),
    ]),
  ];
}

function beginningsOf(word: string): string[] {
  const letters = [...word].slice(0, MAX_LETTERS);
  return letters.map((_, at) => nameTerm(letters.slice(0, at + 1).join('')));
}

function nameTerm(beginning: string): string {
  return `n:${[...beginning].slice(0, MAX_LETTERS).join('')}`;
}

/** Stores the digits in reverse, because people write the last digits of a number consistently, but not the first ones. */
function phoneTerm(phone: string): string[] {
  const digits = digitsOf(phone);
  return digits.length < LEAST_DIGITS ? [] : [`p:${[...digits].reverse().join('')}`];
}

function digitsOf(phone: string): string {
  return normalizeWords(phone).join('').replace(/\D/g, '');
}

function emailTerm(email: string): string {
  return `e:${email.trim().normalize('NFKC').toLowerCase()}`;
}

/** A parsed search: terms that a client must have, and the customer id that the text may be. */
export interface ClientSearch {
  readonly terms: readonly string[];
  /** The end of a phone number, reversed: the prefix of a term. */
  readonly beginning?: string;
  readonly customerId: string;
}

export function readClientSearch(q: string): ClientSearch {
  const customerId = q.trim();
  if (customerId.includes('@')) return { terms: [emailTerm(customerId)], customerId };
  // 050..., +97150... and 0097150... end with the same digits
  const digits = PHONE.test(normalizeDigits(customerId))
    ? digitsOf(customerId).slice(-MAX_DIGITS).replace(/^0+/, '')
    : '';
  if (digits.length >= LEAST_DIGITS) return { terms: [], beginning: `p:${[...digits].reverse().join('')}`, customerId };
  return { terms: [...nameTerms(q)], customerId };
}

/** Returns the terms of a search by name: each word is a prefix of one of the client's words. */
export function nameTerms(name: string): string[] {
  return [...new Set(normalizeWords(name))].slice(0, MAX_WORDS).map(nameTerm);
}
