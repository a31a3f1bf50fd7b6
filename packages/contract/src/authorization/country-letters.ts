import type { Tolerance } from '../schema/tolerances.ts';

const LENGTH = 40;
const SURROGATE = /[\ud800-\udfff]/;
const AT_ITS_END = /(\p{L}{2})$/u;
const TWO_LATIN = /^[A-Za-z]{2}$/;
const AFTER_A_BLANK = /\s(\p{L}{2})$/u;

/**
 * Returns the two country letters of Card_Acceptor_Name_Location: positions 39 and 40, or in a shorter field two
 * letters at its end that follow a blank. Undefined if there are none.
 */
export function countryLetters(location: string): string | undefined {
  const length = SURROGATE.test(location) ? [...location].length : location.length;
  return (length < LENGTH ? AFTER_A_BLANK : AT_ITS_END).exec(location)?.[1];
}

/** Converts country letters to ISO 3166 alpha-2 in upper case. Letters that are not Latin stay as they are. */
export function countryCode(letters: string): string {
  if (!TWO_LATIN.test(letters)) return letters;
  const code = letters.toUpperCase();
  return code === 'UK' ? 'GB' : code;
}

/** The field is stored as it was sent. Its country letters are interpreted only if a rule needs them. */
export const countryInOtherLetters: Tolerance = {
  rule: 'other-spelling',
  accepts: 'a country code in lower case, and UK for GB',
  eager: true,
  accept: (value) => {
    const letters = typeof value === 'string' ? countryLetters(value) : undefined;
    return letters === undefined || countryCode(letters) === letters ? undefined : value;
  },
};
