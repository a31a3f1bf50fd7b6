// `npm run drill:failover -- --failovers 20 --seed 7` repeatedly removes the primary of two PostgreSQL servers under
// load, then checks all guarantees. It is a test with settings, so vitest runs it: packages/proof/src/failover.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitOn, prepare, root, run } from './prepare.mjs';

const USAGE = `npm run drill:failover -- [options]
  --failovers N   number of failovers (20)
  --seed N        seed of the random choices (7)
  --patroni       three PostgreSQL servers under Patroni, which promotes and rebuilds them: docs/patroni.md`;

const flags = readFlags();
await prepare().catch(exitOn);
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const name = flags.patroni ? 'patroni' : 'failover';
const file = `packages/proof/src/failover/${name}.slow.test.ts`;
await run(process.execPath, [vitest, 'run', file], {
  ...process.env,
  DRILL_FAILOVERS: flags.failovers,
  DRILL_SEED: flags.seed,
}).catch(() => {
  process.exitCode = 1;
});

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        failovers: { type: 'string', default: '20' },
        seed: { type: 'string', default: '7' },
        patroni: { type: 'boolean', default: false },
      },
    });
    const isWrong = !/^[1-9]\d{0,2}$/.test(values.failovers) || !/^\d{1,9}$/.test(values.seed);
    if (isWrong) throw new Error('--failovers must be a number from 1 to 999, and --seed a whole number');
    return values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}
