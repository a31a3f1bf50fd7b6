import { LastDigits, SHORTEST, UNUSUAL_GAP } from './last-digits.ts';
import { normalizedCodeAt, ZERO_WIDTH } from './normalize-digits.ts';
import {
  BACKSLASH,
  isLetterBetween,
  MAX_SEPARATORS,
  MAX_UNUSUAL,
  PERCENT,
  separatorLength,
  withoutSeparators,
} from './separators.ts';

export interface TextPart {
  readonly from: number;
  readonly to: number;
}

/** The card numbers to find: those that begin with one of the BINs and, if `last4` is set, end with these digits. */
export interface BinRanges {
  readonly prefixes: readonly string[];
  readonly last4?: string;
}

/** Gaps as `LastDigits` reports them: a bit for each digit that has a gap before it. */
const SIX_AND_TEN = 1 << 6;
const FOUR_SIX = (1 << 4) | (1 << 10);
const FOURS = (1 << 4) | (1 << 8) | (1 << 12);
const FOURS_AND_REST = FOURS | (1 << 16);
/** The groups in which card numbers are printed. */
const USUAL = [
  { length: 15, lastGroup: 5, gaps: FOUR_SIX },
  { length: 16, lastGroup: 4, gaps: FOURS },
  { length: 19, lastGroup: 3, gaps: FOURS_AND_REST },
];

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** Whether the numbers that end with the last digit, and have the check digit, are card numbers. */
type IsNumber = (digits: LastDigits, length: number) => boolean;

/**
 * Finds numbers with the first digits of a card network that are grouped as card numbers are. In any grouping, one in
 * ten numbers has the check digit by chance.
 */
export function scanCardNumbers(folded: string): TextPart[] {
  return search(folded, new LastDigits(isOfNetwork), isGroupedAsCard);
}

/** Finds the known numbers in any grouping. */
export function scanCardNumbersOf(folded: string, { prefixes, last4 = '' }: BinRanges): TextPart[] {
  const beginnings = beginningsOf(prefixes);
  return search(folded, new LastDigits((six) => beginnings.has(six)), (digits, length) => {
    const { from, to } = digits.part(length);
    const number = withoutSeparators(folded.slice(from, to));
    return number.endsWith(last4) && prefixes.some((prefix) => number.startsWith(prefix));
  });
}

/**
 * Whether six consecutive digits of a text that is not normalized begin a known number, whatever separates them. If
 * not, the text holds no known number. This takes a tenth of the time of a scan.
 */
export function mayContainBin(text: string, { prefixes }: BinRanges): boolean {
  const beginnings = bitsOf(prefixes);
  let six = 0;
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    if (code > 0x7f) code = normalizedCodeAt(text, at);
    // the digits of an escape are not part of the number
    else if (code === BACKSLASH || code === PERCENT) at += separatorLength(text, at) - 1;
    if (code < 0x30 || code > 0x39) continue;
    six = (six % 100_000) * 10 + code - 0x30;
    if (((beginnings[six >> 3] ?? 0) & (1 << (six & 7))) !== 0) return true;
  }
  return false;
}

const beginningsByPrefixes = new WeakMap<readonly string[], ReadonlySet<number>>();

const bitsByPrefixes = new WeakMap<readonly string[], Uint8Array>();

/** A bitmap of all numbers of six digits, because nearly every digit of a text is looked up. */
function bitsOf(prefixes: readonly string[]): Uint8Array {
  const cached = bitsByPrefixes.get(prefixes);
  if (cached !== undefined) return cached;
  const bits = new Uint8Array(1_000_000 / 8);
  for (const six of beginningsOf(prefixes)) bits[six >> 3] = (bits[six >> 3] ?? 0) | (1 << (six & 7));
  bitsByPrefixes.set(prefixes, bits);
  return bits;
}

function beginningsOf(prefixes: readonly string[]): ReadonlySet<number> {
  const cached = beginningsByPrefixes.get(prefixes);
  if (cached !== undefined) return cached;
  const beginnings = new Set(prefixes.map((prefix) => Number(prefix.slice(0, 6))));
  beginningsByPrefixes.set(prefixes, beginnings);
  return beginnings;
}

/**
 * Finds numbers that begin and end with a group, except for those in the usual groups, which other digits may touch on
 * both sides. Numbers that share digits form one part.
 */
function search(text: string, digits: LastDigits, isNumber: IsNumber): TextPart[] {
  const parts: TextPart[] = [];
  let separators = Number.POSITIVE_INFINITY;
  let gap = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) {
      if (separators > MAX_UNUSUAL) digits.clear();
      digits.add(code - 0x30, at, separators > MAX_SEPARATORS ? UNUSUAL_GAP : gap);
      addTouched(text, parts, digits, isNumber);
      separators = 0;
      gap = 0;
      at += 1;
    } else if (code === ZERO_WIDTH) at += 1;
    else {
      if (separators === 0) addEnding(text, parts, digits, isNumber);
      const length = separatorLength(text, at);
      if (length > 0) separators += 1;
      else
        separators = isLetterBetween(text, at)
          ? Math.max(separators + 1, MAX_SEPARATORS + 1)
          : Number.POSITIVE_INFINITY;
      gap = (Math.imul(gap, 31) + text.charCodeAt(at + length - 1) + 1) | 0;
      at += Math.max(1, length);
    }
  }
  if (separators === 0) addEnding(text, parts, digits, isNumber);
  return parts;
}

function addEnding(text: string, parts: TextPart[], digits: LastDigits, isNumber: IsNumber): void {
  for (let length = digits.lengthFrom(SHORTEST); length !== 0; length = digits.lengthFrom(length + 1)) {
    if (isNumber(digits, length) && !isInUuid(text, digits.part(length))) addPart(parts, digits.part(length));
  }
}

/** Adds two numbers without a blank between them, and a number that its expiry date follows. */
function addTouched(text: string, parts: TextPart[], digits: LastDigits, isNumber: IsNumber): void {
  for (const { length, lastGroup, gaps } of USUAL) {
    if (!digits.isNumber(length, lastGroup) || digits.gapsIn(length) !== gaps) continue;
    if (isNumber(digits, length) && !isInUuid(text, digits.part(length))) addPart(parts, digits.part(length));
  }
}

/** Whether a part is the inner groups of a UUID, with the ends of the outer ones. */
export function isInUuid(text: string, { from, to }: TextPart): boolean {
  return UUID.test(text.slice(Math.max(0, from - 9), to + 13));
}

function addPart(parts: TextPart[], { from, to }: TextPart): void {
  const part = { from, to };
  for (let before = parts.at(-1); before !== undefined && before.to > part.from; before = parts.at(-1)) {
    part.from = Math.min(part.from, before.from);
    part.to = Math.max(part.to, before.to);
    parts.pop();
  }
  parts.push(part);
}

/**
 * Whether the digits are in a range of a card network: 2200-2204 and 2221-2720, 30 and 34-39, 4, 5, 6. The years of
 * this century are in none of them.
 */
function isOfNetwork(six: number): boolean {
  const four = Math.floor(six / 100);
  const digit = Math.floor(four / 1_000);
  if (digit === 2) return (four >= 2_200 && four <= 2_204) || (four >= 2_221 && four <= 2_720);
  if (digit === 3) return four < 3_100 || four >= 3_400;
  return digit >= 4 && digit <= 6;
}

/**
 * Whether the digits have no groups, or are grouped in fours with a rest, in single digits, as 6+10, 4+6+5 or 4+6+4,
 * with the same separator throughout.
 */
function isGroupedAsCard(digits: LastDigits, length: number): boolean {
  const gaps = digits.gapsIn(length);
  if (gaps === 0 || gaps === (1 << length) - 2) return true;
  if (gaps === SIX_AND_TEN) return length === 16;
  if (gaps === FOUR_SIX) return length <= 15;
  return length <= 16 ? gaps === FOURS : gaps === FOURS_AND_REST;
}
