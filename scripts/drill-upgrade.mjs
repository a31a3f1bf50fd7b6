// `npm run drill:upgrade -- --from v0.1.0` replaces servers of an earlier revision with those of this one behind
// HAProxy, under load. Nothing may fail, even while the old servers use tables that the new one has migrated.
// docs/operate/upgrade.md
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitOn, prepare, root, run } from './prepare.mjs';
import { buildRevision } from './revision-program.mjs';

const USAGE = `npm run drill:upgrade -- --from REVISION [options]
  --from REVISION  tag or commit of the old servers
  --rate N         requests per second (200)`;

const flags = readFlags();
try {
  await prepare();
  const program = await buildRevision(flags.from);
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const file = 'packages/server/src/testing/system/upgrade-drill.ts';
  const environment = { ...process.env, UPGRADE_FROM_PROGRAM: program, UPGRADE_RATE: flags.rate };
  await run(process.execPath, [vitest, 'run', file], environment);
} catch (error) {
  exitOn(error);
}

function readFlags() {
  try {
    const { values } = parseArgs({ options: { from: { type: 'string' }, rate: { type: 'string', default: '200' } } });
    if (values.from === undefined) throw new Error('--from is missing');
    if (!/^[1-9]\d{0,4}$/.test(values.rate)) throw new Error('--rate must be a number from 1 to 99999');
    return values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}
