import luhn from 'fast-luhn';
import { ownBins } from '../own-bins.ts';
import {
  type BinRanges,
  isInUuid,
  mayContainBin,
  scanCardNumbers,
  scanCardNumbersOf,
  type TextPart,
} from './card-number-scan.ts';
import { ibanSearch } from './ibans.ts';
import { normalizeDigits, ZERO_WIDTH } from './normalize-digits.ts';
import { withoutSeparators } from './separators.ts';

const FEWEST_DIGITS = 13;
const MAX_DIGITS = 19;
/** A run of digits long enough to be or contain a card number, whatever its check digit. */
const RUN = `\\d{${FEWEST_DIGITS},}`;
const BETWEEN = '(?:[ .:_+-]|%20)';
/** Such a run in groups of four, as people and forms write it, also in a URL. */
const GROUPED = `(?<!\\d)\\d{4}(?:${BETWEEN}\\d{4}){2}${BETWEEN}\\d{1,4}(?:${BETWEEN}\\d{1,3})?(?!\\d)`;
const CARD_NUMBER_LIKE = new RegExp(`${RUN}|${GROUPED}`, 'g');

/** `4000001234567899` to `400000XXXXXX7899`. */
export function maskDigits(number: string, mask = 'X'): string {
  return `${number.slice(0, 6)}${mask.repeat(Math.max(0, number.length - 10))}${number.slice(-4)}`;
}

/**
 * Masks everything that looks like a card number in a text for a log, a metric, an error or a list. Runs and groups of
 * four need no check digit. In other groupings, the check digit distinguishes numbers from dates and amounts. Numbers
 * under the BINs of this server's banks are masked in any grouping.
 *
 * @example maskCardNumbers('PAN=4000 0012 3456 7899') // 'PAN=400000XXXXXX7899'
 */
export function maskCardNumbers(text: string): string {
  const folded = foldWithEnoughDigits(text);
  if (folded === undefined) return text;
  const isIban = ibanSearch(folded);
  const numbers = scanCardNumbers(folded).filter((part) => !isIban(part));
  return maskParts(text, folded, [...cardNumberLike(folded), ...numbers, ...ownNumbers(folded)], 'X');
}

/**
 * Masks numbers with the check digit of a card number: those of any network if they are grouped as cards are, and those
 * under the BINs of this server's banks in any grouping. With `binRanges`, it masks only those, for stored texts, where
 * most long numbers are not card numbers.
 *
 * @example maskValidCardNumbers('card 400000 1234 567899') // 'card 400000XXXXXX7899', if 400000 is a BIN of a bank
 */
export function maskValidCardNumbers(text: string, mask = 'X', binRanges?: () => BinRanges): string {
  if (binRanges !== undefined) return maskOwn(text, mask, binRanges);
  const folded = foldWithEnoughDigits(text);
  if (folded === undefined) return text;
  const like = cardNumberLike(folded).filter((part) => luhn(digitsOf(folded, part)));
  const isIban = ibanSearch(folded);
  const parts = [...like, ...scanCardNumbers(folded), ...ownNumbers(folded)].filter((part) => !isIban(part));
  return maskParts(text, folded, parts, mask);
}

/**
 * Masks numbers that begin as those of a card network do, have the check digit, and are grouped as cards are. For texts in
 * which other long numbers, such as accounts and identity cards, have to stay.
 *
 * @example redactNetworkNumbers('4111 1111 1111 1111, 784199012345671') // '411111XXXXXX1111, 784199012345671'
 */
export function redactNetworkNumbers(text: string): string {
  const folded = foldWithEnoughDigits(text);
  if (folded === undefined) return text;
  const isIban = ibanSearch(folded);
  return maskParts(
    text,
    folded,
    scanCardNumbers(folded).filter((part) => !isIban(part)),
    'X',
  );
}

/** The numbers under the BINs of this server's banks, in any grouping. */
function ownNumbers(folded: string): TextPart[] {
  const own = { prefixes: ownBins() };
  return mayContainBin(folded, own) ? scanCardNumbersOf(folded, own) : [];
}

function maskOwn(text: string, mask: string, binRanges: () => BinRanges): string {
  if (!mayHaveEnoughDigits(text)) return text;
  const numbers = binRanges();
  if (!mayContainBin(text, numbers)) return text;
  const folded = normalizeDigits(text);
  return maskParts(text, folded, scanCardNumbersOf(folded, numbers), mask);
}

/**
 * Masks one number, which its masked form identifies, also within a longer run of digits, where it needs no check
 * digit.
 */
export function maskNumber(text: string, masked: string): string {
  const folded = foldWithEnoughDigits(text);
  if (folded === undefined) return text;
  const prefix = masked.slice(0, 6);
  const last4 = masked.slice(-4);
  const inRuns = matches(folded, new RegExp(`${prefix}\\d{${masked.length - 10}}${last4}`, 'g'));
  const parts = [...inRuns, ...scanCardNumbersOf(folded, { prefixes: [prefix], last4 })];
  return maskParts(text, folded, parts, masked.charAt(6));
}

/**
 * Masks card numbers in a URL. If a number is written in escapes, the URL is returned without them.
 * @param maskBankNumbers masks the numbers of this server's banks in any grouping, which would mask other numbers by chance
 */
export function maskUrl(url: string, maskBankNumbers: (text: string) => string = (text) => text): string {
  const mask = (text: string) => maskCardNumbers(maskBankNumbers(text));
  const plain = decodeUrl(url.replaceAll('+', ' '));
  const masked = mask(plain);
  return withoutBase64(masked === plain ? mask(url) : masked);
}

/** Matches texts that are long enough for a number of 13 digits in base64. */
const LIKE_BASE64 = /[A-Za-z0-9_-]{18,}/g;

/** Masks texts that are a card number when decoded as base64. */
function withoutBase64(text: string): string {
  return text.replace(LIKE_BASE64, (run) =>
    holdsCheckedNumber(Buffer.from(run, 'base64url').toString('latin1')) ? 'X'.repeat(run.length) : run,
  );
}

/** Decodes a URL. Invalid escapes become U+FFFD, so that the rest is still decoded. */
export function decodeUrl(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString());
}

/** Whether a text contains a possible card number, separately or within a longer run of digits. */
export function mayHoldCardNumber(text: string): boolean {
  return maskCardNumbers(text) !== text;
}

/** Whether a run of digits is or contains a number with the check digit of a card number. */
export function holdsCheckedNumber(text: string): boolean {
  return Array.from(text.matchAll(new RegExp(RUN, 'g'))).some(([run]) => {
    for (let from = 0; from + FEWEST_DIGITS <= run.length; from += 1) {
      const longest = Math.min(run.length - from, MAX_DIGITS);
      for (let length = FEWEST_DIGITS; length <= longest; length += 1) {
        if (luhn(run.slice(from, from + length))) return true;
      }
    }
    return false;
  });
}

/** The text with normalized digits; undefined if it has too few for a card number, as nearly all texts do. */
function foldWithEnoughDigits(text: string): string | undefined {
  if (text.length < FEWEST_DIGITS) return undefined;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) {
      const folded = normalizeDigits(text);
      return hasEnoughDigits(folded) ? folded : undefined;
    }
    if (code >= 0x30 && code <= 0x39) digits += 1;
    if (digits === FEWEST_DIGITS) return normalizeDigits(text);
  }
  return undefined;
}

/** Whether the text has enough digits, or characters that may be digits of other scripts. */
function mayHaveEnoughDigits(text: string): boolean {
  let digits = 0;
  for (let at = 0; at < text.length && digits < FEWEST_DIGITS; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return true;
    if (code >= 0x30 && code <= 0x39) digits += 1;
  }
  return digits === FEWEST_DIGITS;
}

function hasEnoughDigits(folded: string): boolean {
  let digits = 0;
  for (let at = 0; at < folded.length && digits < FEWEST_DIGITS; at += 1) {
    const code = folded.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) digits += 1;
  }
  return digits === FEWEST_DIGITS;
}

function cardNumberLike(folded: string): TextPart[] {
  return matches(folded, CARD_NUMBER_LIKE).filter((part) => !isInUuid(folded, part));
}

function matches(folded: string, pattern: RegExp): TextPart[] {
  return Array.from(folded.matchAll(pattern), ({ 0: text, index }) => ({ from: index, to: index + text.length }));
}

function digitsOf(folded: string, { from, to }: TextPart): string {
  return withoutSeparators(folded.slice(from, to));
}

/**
 * Masks parts that share digits as one, so that at most ten digits of all of them remain. Masked separately, the rest
 * of a real number could remain next to a part of it that is a number by chance.
 */
function maskParts(text: string, folded: string, parts: TextPart[], mask: string): string {
  if (parts.length === 0) return text;
  const pieces: string[] = [];
  let position = 0;
  for (const part of joinOverlapping(parts)) {
    pieces.push(text.slice(position, part.from), maskDigits(digitsOf(folded, part), mask));
    // the second half of the last digit, and marks over it
    for (position = part.to; folded.charCodeAt(position) === ZERO_WIDTH; ) position += 1;
  }
  return pieces.join('') + text.slice(position);
}

function joinOverlapping(parts: TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  for (const part of parts.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const before = joined.at(-1);
    if (before === undefined || part.from >= before.to) joined.push(part);
    else if (part.to > before.to) joined[joined.length - 1] = { from: before.from, to: part.to };
  }
  return joined;
}
