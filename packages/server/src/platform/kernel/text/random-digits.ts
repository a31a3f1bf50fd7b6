import { randomInt } from 'node:crypto';

/** `count` random digits. */
export function randomDigits(count: number): string {
  let digits = '';
  while (digits.length < count) digits += String(randomInt(1_000_000_000)).padStart(9, '0');
  return digits.slice(0, count);
}
