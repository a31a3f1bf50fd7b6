import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const MEASURE = fileURLToPath(new URL('./testing/measure-hostile-memory.ts', import.meta.url));
const MAX_GROWTH_BYTES = 4 * 2 ** 20;

it('a million hostile frames are decoded exactly or reported, and leave no memory behind', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', MEASURE]);
  const { decoded, malformed, growth } = JSON.parse(stdout);
  expect(decoded + malformed).toBe(1_000_000);
  expect(decoded).toBeGreaterThan(0);
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
});
