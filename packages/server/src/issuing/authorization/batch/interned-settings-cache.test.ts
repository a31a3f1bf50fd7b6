import { describe, expect, it } from 'vitest';
import type { CardFacts } from '../decision/facts.ts';
import type { CachedControls } from './cached-controls.ts';
import { readStoredSettings } from './controls-cache.ts';
import { createInternedSettingsCache } from './interned-settings-cache.ts';

const MONEY = { exponent: 2 } as Parameters<typeof readStoredSettings>[1];

function account(number: bigint, more: Partial<CardFacts> = {}, settings?: string): CachedControls {
  const card: CardFacts = {
    cardId: number * 10n,
    status: 'ACTIVE',
    expiry: '3012',
    sequenceNumber: '001',
    earlier: undefined,
    restrictions: [],
    traits: { createdAt: new Date(1_700_000_000_000 + Number(number)), product: 'GOLD', role: 'P' },
    ...more,
  };
  return { changes: number + 5n, settings: readStoredSettings(settings, MONEY), cards: [card] };
}

describe('accounts with the same settings', () => {
  it('are cached from the second one on, each with its own numbers', () => {
    const cache = createInternedSettingsCache();
    expect(cache.set(1, account(1n))).toBe(false);
    expect(cache.set(2, account(2n))).toBe(true);
    expect(cache.set(3, account(3n))).toBe(true);
    expect(cache.get(1)).toBeUndefined();
    expect(cache.get(2)).toEqual(account(2n));
    expect(cache.get(3)).toEqual(account(3n));
    expect(cache.get(3)?.settings).toBe(cache.get(2)?.settings);
  });

  it('have another shape if anything differs that a decision may use', () => {
    const kinds: readonly [Partial<CardFacts>, string?][] = [
      [{}],
      [{ status: 'LOST' }],
      [{ expiry: '3101' }],
      [{ sequenceNumber: '002' }],
      [{ restrictions: [{ type: 'INTERNATIONAL', isAllowed: true }] }],
      [{ restrictions: [{ type: 'INTERNATIONAL', isAllowed: false }] }],
      [{ traits: { createdAt: new Date(1_700_000_000_000), product: 'BLUE', role: 'P' } }],
      [{ traits: { createdAt: new Date(1_700_000_000_000), product: 'GOLD', role: 'S' } }],
      [{}, '{"ecomStatus":"OFF"}'],
    ];
    const cache = createInternedSettingsCache();
    for (const round of [0n, 1n]) {
      kinds.forEach(([card, settings], at) => {
        const number = BigInt(at + 1) + 100n * round;
        expect(cache.set(Number(number), account(number, card, settings))).toBe(round === 1n);
      });
    }
    kinds.forEach(([card, settings], at) => {
      const number = BigInt(at + 101);
      expect(cache.get(Number(number))).toEqual(account(number, card, settings));
    });
  });

  it('are removed when the status changes, the card is renewed or a second card is added', () => {
    const cache = createInternedSettingsCache();
    for (const number of [1n, 2n, 3n, 4n, 5n]) cache.set(Number(number), account(number));
    const renewal = account(3n, { earlier: { expiry: '2812', sequenceNumber: '001' } });
    const twoCards = { ...account(4n), cards: [...account(4n).cards, ...account(5n).cards] };
    expect(cache.set(2, account(2n, { status: 'STOLEN' }))).toBe(false);
    expect(cache.set(3, renewal)).toBe(false);
    expect(cache.set(4, twoCards)).toBe(false);
    expect([2, 3, 4].map((number) => cache.get(number))).toEqual([undefined, undefined, undefined]);
    expect(cache.get(5)).toEqual(account(5n));
  });

  it('are all removed at once', () => {
    const cache = createInternedSettingsCache();
    for (const number of [1n, 2n]) cache.set(Number(number), account(number));
    cache.clear();
    expect(cache.get(2)).toBeUndefined();
    expect(cache.set(2, account(2n))).toBe(false);
  });
});
