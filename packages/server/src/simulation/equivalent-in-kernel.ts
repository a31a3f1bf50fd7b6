import { type EquivalentFault, inFile, SHORTCUT } from './one-equivalent-fault.ts';

const ASKED_AGAIN = 'a shortcut: what is remembered for too short a time is asked again';
const ONE_DIGIT = 'at most one digit is missing, and that is the first of the text';
const NO_1970 = 'no clock shows the first millisecond of 1970';

/** Of cards, restrictions, calendar and money. */
export const EQUIVALENT_IN_KERNEL: readonly EquivalentFault[] = [
  ...inFile('cards/card.ts', [
    ['byProduct < current', 'byProduct <= current', 'where both are the same, either is right'],
    ['1', '2', 'any digit but the right one makes the check digit wrong', 'makeExid'],
    ["'0'", '"0_"', ONE_DIGIT, 'expiryAfter'],
    ['0', '1', 'an expiry has the last two digits of a year', 'expiryAfter.year'],
  ]),
  ...inFile('kernel/calendar.ts', [
    ['atMidnight || isLate ? date.add({ days: 1 }) : date', 'date', ASKED_AGAIN],
    ['atMidnight || isLate', 'atMidnight', ASKED_AGAIN],
    ['atMidnight || isLate', 'isLate', ASKED_AGAIN],
    ['atMidnight || isLate', '(atMidnight) && (isLate)', ASKED_AGAIN],
    ['0', '1', NO_1970, 'rememberSpan.from'],
    ['0', '1', NO_1970, 'rememberSpan.until'],
    ['ms < from || ms >= until', 'true', ASKED_AGAIN],
    ['ms < from', 'ms <= from', ASKED_AGAIN],
    ['until = span.until.epochMilliseconds;', ';', ASKED_AGAIN],
    ["'0'", '"0_"', ONE_DIGIT, 'two'],
  ]),
  ...inFile('kernel/money.ts', [
    ['remembered !== undefined', 'false', SHORTCUT],
    ['known.set(code, made);', ';', SHORTCUT],
    ['minor < 0n', 'minor <= 0n', 'zero is its own negative', 'formatAmount.digits'],
    ['0n', '1n', 'zero is its own negative', 'formatAmount.digits'],
  ]),
  ...inFile('restrictions/restriction.ts', [
    ['countries !== undefined && { countries }', '{ countries }', 'no countries are none, and are not stored'],
  ]),
];
