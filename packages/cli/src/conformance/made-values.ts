import { randomInt } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns an unused id. */
export function freshId(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

export function newDigits(length: number): string {
  return `${1 + randomInt(9)}${Array.from({ length: length - 1 }, () => randomInt(10)).join('')}`;
}

/** Returns a card number of 16 digits with this BIN and a valid Luhn check digit. */
export function newCardNumber(bin: string): string {
  const digits = `${bin}${newDigits(15 - bin.length)}`;
  const sum = [...digits]
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** DD/MM/YYYY HH:MM:SS, in UTC. */
export function headerTimeOf(at: Date): string {
  const day = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`;
  return `${day} ${timeOf(at)}`;
}

/** HH:MM:SS, in UTC. */
export function timeOf(at: Date): string {
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
}

/** YYYYMMDD, in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10).replaceAll('-', '');
}

/** YYYY-MM-DD. */
export function dateIn(days: number, from: Date): string {
  return new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
