import type { RecordedTraffic } from './traffic.ts';

const SECRET_HEADERS = ['authorization', 'cookie', 'set-cookie', 'proxy-authorization', 'dpop', 'x-api-key'];
const SECRETS = [
  '(?:access|refresh|id)_token',
  'client_(?:secret|assertion)',
  'secret',
  'password',
  'activation_?code',
  // Values that authenticate a card or its holder are never stored.
  '(?:cvv|cvc|cav|cid|csc)2?',
  '(?:card_?)?(?:security|verification)_?(?:code|value)',
  'pin(?:_?block)?',
  'track_?[123](?:_?data)?',
].join('|');
const SECRET_MEMBERS = new RegExp(String.raw`"(${SECRETS})"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\d.]+)`, 'gi');
const SECRET_PARAMETERS = new RegExp(String.raw`\b(${SECRETS})=[^&\s"]*`, 'gi');
/** The separators of printed card numbers, also in a URL. A number can have none. */
const BETWEEN = '([ -]|%20|\\+)';
const NUMBERS = new RegExp(
  String.raw`(?<!\d)(?:\d{13,19}|\d{4}${BETWEEN}\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}${BETWEEN}\d{6}\2\d{4,5})(?!\d)`,
  'g',
);

/** Removes tokens and secrets, and masks card numbers. */
export function withoutSecrets({ sent, answered }: RecordedTraffic): RecordedTraffic {
  return {
    sent: {
      ...sent,
      path: clean(sent.path),
      headers: cleanHeaders(sent.headers),
      ...(sent.body !== undefined && { body: clean(sent.body) }),
    },
    answered: { ...answered, headers: cleanHeaders(answered.headers), text: clean(answered.text) },
  };
}

function cleanHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET_HEADERS.includes(name.toLowerCase()) ? 'left out' : clean(value),
    ]),
  );
}

function clean(text: string): string {
  return text
    .replace(SECRET_MEMBERS, '"$1":"left out"')
    .replace(SECRET_PARAMETERS, '$1=left-out')
    .replace(NUMBERS, (digitsText) => {
      const digits = digitsText.replace(/%20|\D/g, '');
      return hasCheckDigit(digits) ? masked(digits) : digitsText;
    });
}

const masked = (digits: string) => `${digits.slice(0, 6)}${'X'.repeat(digits.length - 10)}${digits.slice(-4)}`;

/** The Luhn check. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .map((digit, at) => (at % 2 === 1 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
