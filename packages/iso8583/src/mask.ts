/** The number of digits of a card number (ISO/IEC 7812). */
const SHORTEST_PAN = 13;
const LONGEST_PAN = 19;
/** A run of digits, which separators may divide. */
const DIGITS = /\d(?:[ -]?\d){12,}/g;

/**
 * Masks a card number. PCI DSS 3.4.1 permits at most the BIN and the last four digits.
 *
 * @example
 * maskPan('4761739001010010'); // '476173******0010'
 */
export function maskPan(pan: string): string {
  if (pan.length < SHORTEST_PAN) return '*'.repeat(pan.length);
  return pan.slice(0, 6) + '*'.repeat(pan.length - 10) + pan.slice(-4);
}

/** Masks every run of digits in a text that can hold a card number: 13 to 19 digits with the right check digit. */
export function maskCardNumbers(text: string): string {
  return text.replace(DIGITS, (run) => {
    const digits = run.replace(/\D/g, '');
    return holdsCardNumber(digits) ? maskPan(digits) : run;
  });
}

function holdsCardNumber(digits: string): boolean {
  for (let start = 0; start + SHORTEST_PAN <= digits.length; start++) {
    const longest = Math.min(LONGEST_PAN, digits.length - start);
    for (let length = SHORTEST_PAN; length <= longest; length++) {
      if (isCardNumber(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}

/** Checks the last digit of a card number (ISO/IEC 7812, Luhn). */
function isCardNumber(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighted = at % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
