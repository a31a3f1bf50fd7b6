import type { ClientRecord } from '@cardwright/contract';
import { normalizeDigits } from '../../platform/kernel/text/normalize-digits.ts';
import { normalizeWords } from '../../platform/kernel/text/normalize-words.ts';

/** Raised when terms are made in another way: those of clients that exist are then made again (index-clients.ts). */
export const TERMS_VERSION = 1;

/** Letters of a word that count; what is written behind them finds nothing less. */
const MOST_LETTERS = 16;
/** Words of one name that are kept: enough for every person, and a bound for a record that is not one's name. */
const MOST_WORDS = 40;
/** Fewer of the last digits fit too many phones. */
const LEAST_DIGITS = 6;
/** Further ones are those of the country, which are written or left out. */
const MOST_DIGITS = 9;

const PHONE = /^[\d\s().+/-]+$/;

/** What finds a client, each word and number folded: the texts of `client_terms`. Pure. */
export function termsOf(client: Partial<ClientRecord>): string[] {
  // a record that was loaded by other means may lack what requests must have
  const person: Partial<ClientRecord['personal_details']> = client.personal_details ?? {};
  const contact: Partial<ClientRecord['contact_details']> = client.contact_details ?? {};
  const names = [person.first_name, person.middle_name, person.last_name, client.card_name];
  const words = new Set(normalizeWords(names.filter((name) => name !== undefined).join(' ')));
  const phones = [contact.mobile_phone, contact.home_phone, contact.work_phone];
  return [
    ...new Set([
      ...[...words].slice(0, MOST_WORDS).flatMap(beginningsOf),
      ...phones.flatMap((phone) => (phone === undefined ? [] : phoneTerm(phone))),
      ...(contact.email === undefined ? [] : [emailTerm(contact.email)]),
    ]),
  ];
}

function beginningsOf(word: string): string[] {
  const letters = [...word].slice(0, MOST_LETTERS);
  return letters.map((_, at) => nameTerm(letters.slice(0, at + 1).join('')));
}

function nameTerm(beginning: string): string {
  return `n:${[...beginning].slice(0, MOST_LETTERS).join('')}`;
}

/** Backwards: people write the last digits in the same way, and those before them in many. */
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

/** What a text asks for: terms that a client has all of, and the customer with this id. */
export interface ClientSearch {
  readonly terms: readonly string[];
  /** The end of a phone number: how a term begins. */
  readonly beginning?: string;
  readonly customerId: string;
}

export function readClientSearch(q: string): ClientSearch {
  const customerId = q.trim();
  if (customerId.includes('@')) return { terms: [emailTerm(customerId)], customerId };
  // 050..., +97150... and 0097150... end in the same digits
  const digits = PHONE.test(normalizeDigits(customerId))
    ? digitsOf(customerId).slice(-MOST_DIGITS).replace(/^0+/, '')
    : '';
  if (digits.length >= LEAST_DIGITS) return { terms: [], beginning: `p:${[...digits].reverse().join('')}`, customerId };
  return { terms: [...nameTerms(q)], customerId };
}

/** Of a name alone: each word is the beginning of one of the client's. */
export function nameTerms(name: string): string[] {
  return [...new Set(normalizeWords(name))].slice(0, MOST_WORDS).map(nameTerm);
}
