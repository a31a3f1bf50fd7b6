/** Control characters, including those that change the direction of a text. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Numbers as long as a card number, with or without blanks or dashes. */
const LONG_NUMBERS = /\d(?:[ -]?\d){11,}/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Cleans a name from outside: on one line, without control characters, without long numbers. */
export function plainName(text: string): string {
  return text.replace(CONTROLS, ' ').replace(LONG_NUMBERS, '…').replace(/\s+/gu, ' ').trim();
}

const FIRST_STRONG = '\u2068';
const LEFT_TO_RIGHT = '\u2066';
const END = '\u2069';

/** Keeps the direction of a name independent of the text around it. */
export function isolate(text: string, within: 'ltr' | 'rtl'): string {
  return within === 'rtl' || RIGHT_TO_LEFT.test(text) ? `${FIRST_STRONG}${text}${END}` : text;
}

/** Makes signed figures and codes read from left to right. */
export function leftToRight(text: string, within: 'ltr' | 'rtl'): string {
  return within === 'rtl' ? `${LEFT_TO_RIGHT}${text}${END}` : text;
}
