import type { CardStatus } from '@cardwright/contract';
import luhn from 'fast-luhn';

/** States that a card never leaves (docs/interface/cards.md#status). */
const FINAL_STATUSES: ReadonlySet<CardStatus> = new Set(['LOST', 'STOLEN', 'CLOSED', 'REPLACED']);

export function isFinal(status: CardStatus): boolean {
  return FINAL_STATUSES.has(status);
}

export function mayBecome(from: CardStatus, to: CardStatus): boolean {
  return from === to || !isFinal(from);
}

/** Sequence number of the first card under a number; each renewal or replacement adds one. */
export const FIRST_SEQUENCE_NUMBER = '001';

const LAST_SEQUENCE_NUMBER = 999;

/** Returns the next sequence number under a card number, or undefined if none is left. */
export function nextSequenceNumber(sequenceNumber: string): string | undefined {
  const next = Number(sequenceNumber) + 1;
  return next > LAST_SEQUENCE_NUMBER ? undefined : String(next).padStart(3, '0');
}

/** Returns the expiry of the next plastic, by the product's validity. It is never earlier than the previous expiry. */
export function nextExpiry(current: string, localDate: string, validityMonths: number): string {
  const byProduct = expiryAfter(localDate, validityMonths);
  return byProduct < current ? current : byProduct;
}

/**
 * Returns the expiries for which a renewal is due on a local date: from the current month to `monthsBefore` months
 * ahead. Expired cards are not renewed, because their holders have not missed them.
 */
export function renewable(localDate: string, monthsBefore: number): { from: string; until: string } {
  return { from: expiryAfter(localDate, 0), until: expiryAfter(localDate, monthsBefore) };
}

const EXID_DIGITS = 19;

/**
 * Makes an EXID: 19 digits with a deliberately wrong check digit, so that searches for card numbers never match it. The
 * first digit is not zero, because some systems read the EXID as a number.
 */
export function makeExid(randomDigits: (count: number) => string): string {
  const body = `9${randomDigits(EXID_DIGITS - 2)}`;
  const last = randomDigits(1);
  const exid = body + last;
  return luhn(exid) ? body + ((Number(last) + 1) % 10) : exid;
}

/** Returns the month that is `months` after the local date YYYY-MM-DD, as YYMM. */
export function expiryAfter(localDate: string, months: number): string {
  const year = Number(localDate.slice(0, 4));
  const month = Number(localDate.slice(5, 7)) - 1 + months;
  return `${String((year + Math.floor(month / 12)) % 100).padStart(2, '0')}${String((month % 12) + 1).padStart(2, '0')}`;
}

/** Whether the expiry month (YYMM) has ended on the bank's local date. Two-digit years belong to this century. */
export function isExpired(expiry: string, localDate: string): boolean {
  return expiry < `${localDate.slice(2, 4)}${localDate.slice(5, 7)}`;
}
