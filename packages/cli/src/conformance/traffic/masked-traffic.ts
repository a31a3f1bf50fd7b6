import type { Recorded } from './traffic.ts';

const SECRET_HEADERS = ['authorization', 'cookie', 'set-cookie', 'proxy-authorization'];
const SECRET_MEMBERS =
  /"(access_token|client_secret|client_assertion|secret|activationCode|activation_code)"\s*:\s*"[^"]*"/g;
const SECRET_PARAMETERS = /\b(client_secret|client_assertion|access_token)=[^&\s]*/g;
const DIGITS = /(?<!\d)\d{13,19}(?!\d)/g;

/** The same without tokens and secrets, and with card numbers masked. */
export function withoutSecrets({ sent, answered }: Recorded): Recorded {
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
    .replace(DIGITS, (digits) => (hasCheckDigit(digits) ? masked(digits) : digits));
}

const masked = (digits: string) => `${digits.slice(0, 6)}${'X'.repeat(digits.length - 10)}${digits.slice(-4)}`;

/** Luhn. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .map((digit, at) => (at % 2 === 1 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
