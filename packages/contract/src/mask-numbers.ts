/** Digits as long as a card number, with at most one blank or dash between two of them. */
const DIGITS = /\d(?:[ -]?\d){12,}/g;
const SHORTEST = 13;
const LONGEST = 19;

/** Masks numbers that could be card numbers, except for the first 6 and the last 4 digits. */
export function maskNumbers(text: string): string {
  return text.replace(DIGITS, (run) => {
    const groups = run.split(/[ -]/);
    for (let from = 0; from < groups.length; from++) {
      for (let to = groups.length; to > from; to--) {
        const number = groups.slice(from, to).join('');
        if (!isCardNumber(number)) continue;
        const masked = `${number.slice(0, 6)}${'X'.repeat(number.length - 10)}${number.slice(-4)}`;
        groups.splice(from, to - from, masked);
      }
    }
    return groups.join(' ');
  });
}

/** Checks the length, and the check digit of ISO/IEC 7812 (Luhn). */
function isCardNumber(digits: string): boolean {
  if (digits.length < SHORTEST || digits.length > LONGEST) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]) * (at % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
