/** Finds card numbers in texts and files of a system, in every form that their digits can have. */

export interface FoundNumber {
  readonly number: string;
  readonly form: string;
  /** The text around it. */
  readonly around: string;
}

/** Consecutive digits of a text, in one of the forms; `at` is their position. */
export interface DigitRun {
  readonly form: string;
  readonly digits: string;
  readonly at: number;
}

/** A pattern for one separator in its encoded forms. */
const ESCAPED_SEPARATOR = String.raw`%C2%A0|%(?:0[9AD]|2[\dA-F]|3[A-F]|[57][B-F])|&nbsp;|\\+(?:u00[01a][\da-f]|[bfnrtv"/])|\\+`;
/** Matches digits, one encoded separator, or the text up to the next digit or possible encoded separator. */
const TOKEN = new RegExp(String.raw`(\d+)|(${ESCAPED_SEPARATOR})|[^\d\\%&]+|[%&]`, 'giu');
const LETTER = /\p{L}/u;
/** More separators between two digits mean a table column or two numbers. */
const MAX_SEPARATORS = 4;
/** The digits of all scripts: Unicode has the ten digits of each script in consecutive order. */
const DECIMALS = new Map(
  Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code))
    .filter((character) => /\p{Nd}/u.test(character))
    .map((character, at) => [character, String(at % 10)]),
);
const HEX = /[0-9a-f]{26,}/gi;
const SPACED_HEX = /3\d(?:[ :-]3\d){12,}/g;
const ESCAPED = /(?:%3\d|\\u003\d|&#x3\d;|&#(?:4[89]|5[0-7]);|\d){13,}/gi;
const BYTES = /(?:4[89]|5[0-7])(?:, ?(?:4[89]|5[0-7])){12,}/g;
const BASE64 = /[A-Za-z0-9+/_-]{18,}/g;
const SHORTEST = 13;
/** The number of digits that each Latin-1 character becomes when it is folded: ² is 2, and ½ is 1⁄2. */
const DIGITS_OF_BYTE = Uint8Array.from(
  { length: 256 },
  (_, code) => String.fromCharCode(code).normalize('NFKC').match(/\d/g)?.length ?? 0,
);

/**
 * Finds all of the numbers that the text contains: as digits, in groups, as hex or base64 of the digits (at any offset of a
 * longer value), packed two digits to a byte and written as hex, escaped for URLs, JSON or XML, or as a list of bytes. A false
 * match is as likely as a guess of a card number.
 */
export function findCardNumbers(text: string, numbers: ReadonlySet<string>): FoundNumber[] {
  if (numbers.size === 0) return [];
  const foundNumbers: FoundNumber[] = [];
  const numbersWithin = numberSearch(numbers);
  for (const { form, digits, at } of runsOf(text)) {
    for (const number of numbersWithin(digits)) foundNumbers.push({ number, form, around: around(text, at) });
  }
  return foundNumbers;
}

/** Returns the text around a match. */
export function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 120), at + 200);
}

/** Returns a function that finds the numbers in a string of digits. */
export function numberSearch(numbers: ReadonlySet<string>): (digits: string) => string[] {
  const beginnings = new Set(Array.from(numbers, (number) => number.slice(0, 6)));
  const lengths = [...new Set(Array.from(numbers, ({ length }) => length))];
  return (digits) => {
    const runs: string[] = [];
    for (let from = 0; from + SHORTEST <= digits.length; from++) {
      if (!beginnings.has(digits.slice(from, from + 6))) continue;
      const fitting = lengths.filter((length) => from + length <= digits.length);
      const here = fitting.map((length) => digits.slice(from, from + length));
      runs.push(...here.filter((number) => numbers.has(number)));
    }
    return runs;
  };
}

/** Yields every run of digits that is long enough for a card number, in every form. */
export function* runsOf(text: string): Generator<DigitRun> {
  yield* digitRuns('digits', text, 0);
  for (const { 0: hex, index } of text.matchAll(HEX)) {
    // packed digits are found as plain digits; these are the bytes of the digits
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
  let groups: string[] = [];
  let begin = 0;
  let separators = 0;
  const run = (): DigitRun[] => {
    const digits = groups.join('');
    if (digits.length < SHORTEST) return [];
    return [{ form: groups.length > 1 ? `${form} in groups` : form, digits, at: at + begin }];
  };
  // also search the folded text: its positions may differ by a few characters, which is fine for a message
  for (const { 0: token, 1: group, 2: escaped, index } of folded(text).matchAll(TOKEN)) {
    if (group === undefined) {
      separators += escaped === undefined ? separatorsIn(token) : 1;
      continue;
    }
    if (separators > MAX_SEPARATORS) {
      yield* run();
      groups = [];
    }
    if (groups.length === 0) begin = index;
    groups.push(group);
    separators = 0;
  }
  yield* run();
}

/** Returns the number of separators in a text without digits. A letter counts as too many. */
function separatorsIn(text: string): number {
  return text.length <= MAX_SEPARATORS && LETTER.test(text) ? MAX_SEPARATORS + 1 : text.length;
}

/** Converts digits of all scripts to ASCII, and removes characters without width. */
function folded(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  const seen = text.normalize('NFKC').replace(/[\p{M}\p{Cf}]/gu, '');
  return seen.replace(/(?![\0-\x7f])\p{Nd}/gu, (digit) => DECIMALS.get(digit) ?? digit);
}

function* decodedRuns(form: string, bytes: Buffer, at: number): Generator<DigitRun> {
  if (!hasEnoughDigits(bytes)) return;
  for (const { digits } of digitRuns(form, bytes.toString('latin1'), 0)) yield { form, digits, at };
}

/** Whether Latin-1 text can contain a card number. Most decoded bytes are not text and have hardly any digits. */
function hasEnoughDigits(bytes: Buffer): boolean {
  if (bytes.length < SHORTEST) return false;
  let digits = 0;
  for (const byte of bytes) digits += DIGITS_OF_BYTE[byte]!;
  return digits >= SHORTEST;
}

function evenly(hex: string): string {
  return hex.length % 2 === 0 ? hex : hex.slice(0, -1);
}

/** Yields the runs of digits in bytes that are not text: as characters, or two digits to a byte, from either half. */
export function* runsInBytes(bytes: Buffer): Generator<DigitRun> {
  yield* runsOf(bytes.toString('latin1'));
  // digits of other scripts take several bytes
  if (bytes.some((byte) => byte > 0x7f)) yield* digitRuns('digits', bytes.toString(), 0);
  yield* digitRuns('packed', bytes.toString('hex'), 0);
}

/** Formats a match as `form of number: around`. */
export function formatMatch({ number, form, around }: FoundNumber): string {
  return `${form} of ${number}: ${around}`;
}
