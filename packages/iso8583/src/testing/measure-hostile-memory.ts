import { setImmediate } from 'node:timers/promises';
import { sendHostileFrames } from './hostile-frames.ts';

/**
 * Sends a million hostile frames, and prints how many were decoded and reported, and by how many bytes the memory in use
 * has grown. Runs in a process of its own, with --expose-gc, because other tests of a worker allocate memory too.
 */

const ROUNDS = 10;
const FRAMES = 100_000;

/** Collects twice, because the memory of buffers is freed on another thread after the collection that found it unused. */
async function usedBytes(): Promise<number> {
  globalThis.gc?.();
  await setImmediate();
  globalThis.gc?.();
  await setImmediate();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

sendHostileFrames(FRAMES / 10, 0);
const before = await usedBytes();
let [decoded, malformed] = [0, 0];
for (let round = 1; round <= ROUNDS; round++) {
  const run = sendHostileFrames(FRAMES, round);
  decoded += run.decoded;
  malformed += run.malformed;
}
process.stdout.write(JSON.stringify({ decoded, malformed, growth: (await usedBytes()) - before }));
