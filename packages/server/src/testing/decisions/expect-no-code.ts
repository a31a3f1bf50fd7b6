import { expect } from 'vitest';

/**
 * Expects a text not to reveal a code. A code is short, so matches within a hash or a longer number are coincidental and
 * allowed.
 */
export function expectNoCode(text: string, code: string): void {
  expect(text).not.toMatch(new RegExp(`(?<![0-9a-f.])${code}(?![0-9a-f])`, 'i'));
}
