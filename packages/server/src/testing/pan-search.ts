/** Looks for card numbers in what a system leaves behind, in every form in which their digits may stand there. */

export interface FoundNumber {
  readonly number: string;
  readonly form: string;
  /** The text around it. */
  readonly around: string;
}

/** Digits that follow each other in a text, in one of the forms; `at` is where they stand. */
export interface DigitRun {
  readonly form: string;
  readonly digits: string;
  readonly at: number;
}

/** What may stand between two digits of a number that is written in groups, or byte by byte. */
const BETWEEN = String.raw`(?:[ .\-_+:/,]|%20|%2D|%2E|&nbsp;|\\u0020)`;
const DIGITS = new RegExp(String.raw`\d(?:${BETWEEN}?\d){12,}`, 'gi');
const HEX = /[0-9a-f]{26,}/gi;
const SPACED_HEX = /3\d(?:[ :-]3\d){12,}/g;
const ESCAPED = /(?:%3\d|\\u003\d|&#x3\d;|&#(?:4[89]|5[0-7]);|\d){13,}/gi;
const BYTES = /(?:4[89]|5[0-7])(?:, ?(?:4[89]|5[0-7])){12,}/g;
const BASE64 = /[A-Za-z0-9+/_-]{18,}/g;
const SHORTEST = 13;
const LONGEST = 19;

/**
 * Every one of the numbers that the text holds: in digits, in groups, as the hex or base64 of its digits (wherever in a
 * longer value they begin), packed two digits to a byte and shown as hex, escaped for URLs, JSON or XML, or as a list of
 * bytes. A chance find is as likely as guessing a card number.
 */
export function findCardNumbers(text: string, numbers: ReadonlySet<string>): FoundNumber[] {
  if (numbers.size === 0) return [];
  const found: FoundNumber[] = [];
  for (const { form, digits, at } of runsOf(text)) {
    for (const number of numbersWithin(digits, numbers)) found.push({ number, form, around: around(text, at) });
  }
  return found;
}

/** What a finder shows of the text in which it found something. */
export function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 120), at + 200);
}

/** Those of the numbers that stand somewhere in these digits. */
export function numbersWithin(digits: string, numbers: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (let length = SHORTEST; length <= Math.min(LONGEST, digits.length); length++) {
    for (let from = 0; from + length <= digits.length; from++) {
      const number = digits.slice(from, from + length);
      if (numbers.has(number)) found.push(number);
    }
  }
  return found;
}

/** Every run of digits that is long enough for a card number, in every form. */
export function* runsOf(text: string): Generator<DigitRun> {
  yield* digitRuns('digits', text, 0);
  for (const { 0: hex, index } of text.matchAll(HEX)) {
    // packed digits are found as digits; these are the digits' own bytes
    for (const skipped of [0, 1]) yield* decodedRuns('hex', Buffer.from(evenly(hex.slice(skipped)), 'hex'), index);
  }
  for (const { 0: hex, index } of text.matchAll(SPACED_HEX)) {
    yield* decodedRuns('hex', Buffer.from(hex.replace(/[ :-]/g, ''), 'hex'), index);
  }
  for (const { 0: escaped, index } of text.matchAll(ESCAPED)) {
    if (!/[%\\&]/.test(escaped)) continue;
    const plain = escaped.replace(/%3(\d)|\\u003(\d)|&#x3(\d);/gi, '$1$2$3');
    const digits = plain.replace(/&#(\d\d);/g, (_, code: string) => String.fromCharCode(Number(code)));
    yield { form: 'escaped', digits, at: index };
  }
  for (const { 0: bytes, index } of text.matchAll(BYTES)) {
    yield { form: 'bytes', digits: String.fromCharCode(...bytes.split(',').map(Number)), at: index };
  }
  for (const { 0: base64, index } of text.matchAll(BASE64)) {
    for (const skipped of [0, 1, 2, 3]) {
      yield* decodedRuns('base64', Buffer.from(base64.slice(skipped), 'base64'), index);
    }
  }
}

function* digitRuns(form: string, text: string, at: number): Generator<DigitRun> {
  for (const { 0: run, index } of text.matchAll(DIGITS)) {
    const plain = run.replace(new RegExp(BETWEEN, 'gi'), '');
    yield { form: plain === run ? form : `${form} in groups`, digits: plain, at: at + index };
  }
}

function* decodedRuns(form: string, bytes: Buffer, at: number): Generator<DigitRun> {
  if (bytes.length < SHORTEST) return;
  for (const { digits } of digitRuns(form, bytes.toString('latin1'), 0)) yield { form, digits, at };
}

function evenly(hex: string): string {
  return hex.length % 2 === 0 ? hex : hex.slice(0, -1);
}

/**
 * The same for bytes that are not text: digits as characters, or two digits in a byte, beginning at either half of a
 * byte.
 */
export function* runsInBytes(bytes: Buffer): Generator<DigitRun> {
  yield* runsOf(bytes.toString('latin1'));
  yield* digitRuns('packed', bytes.toString('hex'), 0);
}

/** `form of number: around`, for a message. */
export function told({ number, form, around }: FoundNumber): string {
  return `${form} of ${number}: ${around}`;
}
