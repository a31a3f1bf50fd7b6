// `npm run drill:upgrade -- --from v0.1.0`: replaces servers of an earlier revision with those of this one behind
// HAProxy, under load. Nothing may fail, even while the old servers use tables that the new one has migrated.
// docs/operate/upgrade.md
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitOn, Failure, prepare, root, run } from './prepare.mjs';

const USAGE = `npm run drill:upgrade -- --from REVISION [options]
  --from REVISION  tag or commit of the old servers
  --rate N         requests per second (200)`;

const flags = readFlags();
try {
  await prepare();
  const program = await programOf(flags.from);
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const file = 'packages/server/src/testing/system/upgrade-drill.ts';
  const environment = { ...process.env, UPGRADE_FROM_PROGRAM: program, UPGRADE_RATE: flags.rate };
  await run(process.execPath, [vitest, 'run', file], environment);
} catch (error) {
  exitOn(error);
}

/** Builds a revision once, in a separate folder. */
async function programOf(revision) {
  const commit = commitOf(revision);
  const folder = path.join(root, '.cache', 'upgrade', commit);
  const program = path.join(folder, 'packages', 'server', 'dist', 'program', 'main.js');
  if (existsSync(program)) return program;
  if (!existsSync(folder)) await run('git', ['worktree', 'add', '--detach', folder, commit]);
  console.log(`Building ${commit.slice(0, 12)} ...`);
  await run('npm', ['ci', '--ignore-scripts', '--prefer-offline'], process.env, folder);
  const build = "import('./scripts/prepare.mjs').then(({ build }) => build())";
  await run(process.execPath, ['-e', build], process.env, folder);
  return program;
}

function commitOf(revision) {
  try {
    const args = ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    throw new Failure(
      `${revision} is not in the history of this checkout, or the checkout has no history: nothing was tested. A test that needs no history ` +
        'is packages/server/src/platform/storage/released-schema.test.ts.',
    );
  }
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
