import { expect } from 'vitest';

/** A code has few digits: as a part of a hash or of a longer number it stands there by chance, and tells nobody anything. */
export function expectNotTold(text: string, code: string): void {
  expect(text).not.toMatch(new RegExp(`(?<![0-9a-f.])${code}(?![0-9a-f])`, 'i'));
}
