import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { sendHostileFrames } from './testing/hostile-frames.ts';

const ROUNDS = 10;
const FRAMES = 100_000;
const MOST_GROWTH_BYTES = 16 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('a million hostile frames are decoded exactly or reported, and leave no memory behind', () => {
  sendHostileFrames(FRAMES / 10, 0);
  const before = usedBytes();
  let [decoded, malformed] = [0, 0];
  for (let round = 1; round <= ROUNDS; round++) {
    const run = sendHostileFrames(FRAMES, round);
    decoded += run.decoded;
    malformed += run.malformed;
  }
  expect(decoded + malformed).toBe(1_000_000);
  expect(usedBytes() - before).toBeLessThan(MOST_GROWTH_BYTES);
});
