import { expect, it } from 'vitest';
import { REASONS } from './malformed.ts';
import { sendHostileFrames } from './testing/hostile-frames.ts';

it('20,000 hostile frames are decoded exactly or reported', () => {
  const { decoded, malformed, reasons, faults } = sendHostileFrames(20_000, 8583);
  expect(decoded + malformed).toBe(20_000);
  expect(decoded).toBeGreaterThan(4_000);
  expect(malformed).toBeGreaterThan(4_000);
  expect(faults).toBeGreaterThan(100);
  // only the encoder reports the length of a value
  expect(reasons).toEqual(
    Object.keys(REASONS)
      .filter((reason) => reason !== 'wrong_length')
      .sort(),
  );
});
