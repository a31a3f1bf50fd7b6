import { expect, test } from 'vitest';
import { maskNumbers } from './mask-numbers.ts';

test.each([
  ['4761739001010010', '476173XXXXXX0010'],
  ['cards 4761 7390 0101 0010, 4761-7390-0101-0010', 'cards 476173XXXXXX0010, 476173XXXXXX0010'],
  ['2026-11-29 4761739001010010', '2026-11-29 476173XXXXXX0010'],
  // Letters next to its digits do not make a card number part of a hash.
  ['PAN4761739001010010 and x4761739001010010y', 'PAN476173XXXXXX0010 and x476173XXXXXX0010y'],
])('the card numbers in "%s" are masked', (text, masked) => {
  expect(maskNumbers(text)).toBe(masked);
});

// The digits of each text contain 4761 7390 0101 0010.
test.each([
  'tokens/ab476173-9001-0100-10cd-0123456789ab',
  '"a1b2c3d4-4761-7390-0101-001047617390"',
  'trace cafe4761739001010010cafecafecafe',
  'an account, 1234567890123, of 2026-11-29 1234567',
])('"%s" stays as it is', (text) => {
  expect(maskNumbers(text)).toBe(text);
});
