import { randomDigits } from '../../platform/kernel/text/random-digits.ts';

const FIRST = 100;
const COUNT = 600;
let issued = 0;

/**
 * Digits of a new card number. The last three are 100 to 699 in order, so the visible digits of a masked number name one
 * card of a test only, and none of the sandbox's cards, whose numbers count up from 001.
 *
 * @example cardDigits(9) // '273520100', then '918404101'
 */
export function cardDigits(count: number): string {
  const last = String(FIRST + (issued++ % COUNT));
  return randomDigits(count - last.length) + last;
}
