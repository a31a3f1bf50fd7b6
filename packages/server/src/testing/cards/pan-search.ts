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

/** One separator as an encoder writes it. */
const ESCAPED_SEPARATOR = String.raw`%C2%A0|%(?:0[9AD]|2[\dA-F]|3[A-F]|[57][B-F])|&nbsp;|\\+(?:u00[01a][\da-f]|[bfnrtv"/])|\\+`;
/** Digits, letters, and else separators: one, or a few that no encoder wrote. */
const TOKEN = new RegExp(String.raw`(\d+)|(\p{L}+)|(${ESCAPED_SEPARATOR})|[^\p{L}\d\\%&]+|[%&]`, 'giu');
/** More between two digits is a column of a table, or two numbers. */
const MOST_SEPARATORS = 4;
/** Unicode keeps the ten digits of each script together, in their order. */
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

/**
 * Every one of the numbers that the text holds: in digits, in groups, as the hex or base64 of its digits (wherever in a
 * longer value they begin), packed two digits to a byte and shown as hex, escaped for URLs, JSON or XML, or as a list of
 * bytes. A chance find is as likely as guessing a card number.
 */
export function findCardNumbers(text: string, numbers: ReadonlySet<string>): FoundNumber[] {
  if (numbers.size === 0) return [];
  const found: FoundNumber[] = [];
  const numbersWithin = numberSearch(numbers);
  for (const { form, digits, at } of runsOf(text)) {
    for (const number of numbersWithin(digits)) found.push({ number, form, around: around(text, at) });
  }
  return found;
}

/** What a finder shows of the text in which it found something. */
export function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 120), at + 200);
}

/** Finds those of the numbers that stand somewhere in digits. */
export function numberSearch(numbers: ReadonlySet<string>): (digits: string) => string[] {
  const beginnings = new Set(Array.from(numbers, (number) => number.slice(0, 6)));
  const lengths = [...new Set(Array.from(numbers, ({ length }) => length))];
  return (digits) => {
    const found: string[] = [];
    for (let from = 0; from + SHORTEST <= digits.length; from++) {
      if (!beginnings.has(digits.slice(from, from + 6))) continue;
      const fitting = lengths.filter((length) => from + length <= digits.length);
      const here = fitting.map((length) => digits.slice(from, from + length));
      found.push(...here.filter((number) => numbers.has(number)));
    }
    return found;
  };
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
  let groups: string[] = [];
  let begin = 0;
  let separators = 0;
  const run = (): DigitRun[] => {
    const digits = groups.join('');
    if (digits.length < SHORTEST) return [];
    return [{ form: groups.length > 1 ? `${form} in groups` : form, digits, at: at + begin }];
  };
  // beside the text its folded form: positions in it may be a few characters off, which a message can bear
  for (const { 0: token, 1: group, 2: letters, 3: escaped, index } of folded(text).matchAll(TOKEN)) {
    if (group === undefined) {
      separators += letters === undefined ? (escaped === undefined ? token.length : 1) : MOST_SEPARATORS + 1;
      continue;
    }
    if (separators > MOST_SEPARATORS) {
      yield* run();
      groups = [];
    }
    if (groups.length === 0) begin = index;
    groups.push(group);
    separators = 0;
  }
  yield* run();
}

/** Digits of all scripts as ASCII ones, and without what takes no room. */
function folded(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  const seen = text.normalize('NFKC').replace(/[\p{M}\p{Cf}]/gu, '');
  return seen.replace(/(?![\0-\x7f])\p{Nd}/gu, (digit) => DECIMALS.get(digit) ?? digit);
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
  // digits of other scripts have several bytes
  if (bytes.some((byte) => byte > 0x7f)) yield* digitRuns('digits', bytes.toString(), 0);
  yield* digitRuns('packed', bytes.toString('hex'), 0);
}

/** `form of number: around`, for a message. */
export function told({ number, form, around }: FoundNumber): string {
  return `${form} of ${number}: ${around}`;
}
