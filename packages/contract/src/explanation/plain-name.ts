/** Control characters, among them those that turn the direction of a text. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** As long as the number of a card, with blanks or dashes between. */
const LONG_NUMBERS = /\d(?:[ -]?\d){11,}/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** A name that came from outside: on one line, without what would change the text around it, without long numbers. */
export function plainName(text: string): string {
  return text.replace(CONTROLS, ' ').replace(LONG_NUMBERS, '…').replace(/\s+/gu, ' ').trim();
}

const FIRST_STRONG = '\u2068';
const LEFT_TO_RIGHT = '\u2066';
const END = '\u2069';

/** A name keeps its own direction, whatever stands around it. */
export function isolate(text: string, within: 'ltr' | 'rtl'): string {
  return within === 'rtl' || RIGHT_TO_LEFT.test(text) ? `${FIRST_STRONG}${text}${END}` : text;
}

/** Figures with a sign, and codes, are read from left to right. */
export function leftToRight(text: string, within: 'ltr' | 'rtl'): string {
  return within === 'rtl' ? `${LEFT_TO_RIGHT}${text}${END}` : text;
}
