// `npm run chaos -- --minutes 10 --seed 7` runs real processes under faults, then checks all guarantees. It is a test
// with many settings, so vitest runs it: packages/proof/src/chaos.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitOn, prepare, root, run } from './prepare.mjs';

const USAGE = `npm run chaos -- [options]
  --minutes N   duration of traffic and faults (10)
  --seed N      seed of the random choices (7)`;

const flags = readFlags();
await prepare().catch(exitOn);
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const file = 'packages/proof/src/chaos/chaos.slow.test.ts';
await run(process.execPath, [vitest, 'run', file], {
  ...process.env,
  CHAOS_MINUTES: flags.minutes,
  CHAOS_SEED: flags.seed,
}).catch(() => {
  process.exitCode = 1;
});

function readFlags() {
  try {
    const { values } = parseArgs({
      options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '7' } },
    });
    const isWrong = !(Number(values.minutes) > 0 && Number(values.minutes) <= 600) || !/^\d{1,9}$/.test(values.seed);
    if (isWrong) throw new Error('--minutes must be a number from 0 to 600, and --seed a whole number');
    return values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}
