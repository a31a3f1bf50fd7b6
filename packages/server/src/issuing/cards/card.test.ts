import type { CardStatus } from '@cardwright/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiryAfter, isExpired, makeExid, mayBecome, nextExpiry, nextSequenceNumber, renewable } from './card.ts';

describe('mayBecome', () => {
  const ALLOWED: Record<CardStatus, CardStatus[]> = {
    ACTIVE: ['ACTIVE', 'BLOCKED', 'LOST', 'STOLEN', 'CLOSED', 'REPLACED'],
    BLOCKED: ['ACTIVE', 'BLOCKED', 'LOST', 'STOLEN', 'CLOSED', 'REPLACED'],
    LOST: ['LOST'],
    STOLEN: ['STOLEN'],
    CLOSED: ['CLOSED'],
    REPLACED: ['REPLACED'],
  };
  const all = Object.keys(ALLOWED) as CardStatus[];

  it.each(all)('allows a %s card exactly the permitted statuses', (from) => {
    expect(all.filter((to) => mayBecome(from, to))).toEqual(ALLOWED[from]);
  });
});

describe('expiryAfter', () => {
  it.each([
    ['2026-11-20', 60, '3111'],
    ['2026-11-30', 1, '2612'],
    ['2026-11-30', 2, '2701'],
    ['2026-12-31', 1, '2701'],
    ['2026-01-01', 11, '2612'],
    ['2026-01-31', 12, '2701'],
    ['2028-02-29', 240, '4802'],
    ['2099-12-31', 1, '0001'],
  ])('returns for %s and %i months: %s', (localDate, months, expiry) => {
    expect(expiryAfter(localDate, months)).toBe(expiry);
  });
});

describe('isExpired', () => {
  it.each([
    ['2611', '2026-11-30', false],
    ['2611', '2026-12-01', true],
    ['2612', '2026-12-31', false],
    ['2612', '2027-01-01', true],
    ['3001', '2029-12-31', false],
    ['2510', '2026-01-01', true],
  ])('returns for %s on %s: %s', (expiry, localDate, expired) => {
    expect(isExpired(expiry, localDate)).toBe(expired);
  });
});

describe('makeExid', () => {
  it('returns 19 digits that no check of card numbers accepts', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{17}$/), fc.integer({ min: 0, max: 9 }), (body, last) => {
        const exid = makeExid((count) => (count === 1 ? String(last) : body.slice(0, count)));
        expect(exid).toMatch(/^9\d{18}$/);
        expect(luhnSum(exid) % 10).not.toBe(0);
      }),
    );
  });
});

function luhnSum(number: string): number {
  return [...number].reverse().reduce((sum, digit, at) => {
    const weighted = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return sum + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
}

describe('the next plastic', () => {
  it.each([
    ['001', '002'],
    ['009', '010'],
    ['998', '999'],
    ['999', undefined],
  ])('has after sequence number %s the number %s', (current, next) => {
    expect(nextSequenceNumber(current)).toBe(next);
  });

  it.each([
    ['2612', 60, '3111'],
    ['2612', 1, '2612'],
    ['3306', 60, '3306'],
    ['3111', 60, '3111'],
  ])('expires, after %s and with a validity of %i months, in %s', (current, months, expiry) => {
    expect(nextExpiry(current, '2026-11-20', months)).toBe(expiry);
  });

  it('is due if the card expires between this month and the given number of months ahead', () => {
    expect(renewable('2026-11-30', 2)).toEqual({ from: '2611', until: '2701' });
    expect(renewable('2026-12-01', 1)).toEqual({ from: '2612', until: '2701' });
  });
});
