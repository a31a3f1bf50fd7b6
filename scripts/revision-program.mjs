// Builds the program of an earlier revision of this checkout in a separate folder, to test upgrades from it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, root, run } from './prepare.mjs';

/** The scope of the packages of this repository. */
const OWN = '@cardwright';

/**
 * Builds a revision once, and returns the path of its program. Throws `Failure` if the revision is not in the history.
 *
 * @param hasOwnModules if false, the revision is built with the installed packages of this checkout, which needs no
 * network
 */
export async function buildRevision(revision, { hasOwnModules = true } = {}) {
  const commit = commitOf(revision);
  const folder = path.join(root, '.cache', 'upgrade', commit);
  const program = path.join(folder, 'packages', 'server', 'dist', 'program', 'main.js');
  if (fs.existsSync(program)) return program;
  fs.mkdirSync(folder, { recursive: true });
  const archive = git(['archive', '--format=tar', commit], { maxBuffer: 1024 ** 3, encoding: 'buffer' });
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: archive });
  console.log(`Building ${commit.slice(0, 12)} ...`);
  if (!hasOwnModules || isSameFile('package-lock.json', folder)) shareModules(folder);
  else await run('npm', ['ci', '--ignore-scripts', '--prefer-offline'], process.env, folder);
  const build = "import('./scripts/prepare.mjs').then(({ build }) => build())";
  await run(process.execPath, ['-e', build], process.env, folder);
  return program;
}

/** Returns the last revision with an earlier schema. Undefined in a checkout without its history. */
export function revisionWithEarlierSchema() {
  const migrations = path.join('packages', 'server', 'migrations');
  const newest = fs.readdirSync(path.join(root, migrations)).sort().at(-1) ?? '';
  try {
    const added = git(['log', '--format=%H', '--diff-filter=A', '-1', '--', path.join(migrations, newest)]);
    return commitOf(`${added.trim()}^`);
  } catch {
    return undefined;
  }
}

function commitOf(revision) {
  try {
    return git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]).trim();
  } catch {
    throw new Failure(
      `${revision} is not in the history of this checkout, or the checkout has no history: nothing was tested. A test that needs no history ` +
        'is packages/server/src/platform/storage/released-schema.test.ts.',
    );
  }
}

function git(args, options = {}) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], ...options });
}

function isSameFile(name, folder) {
  return fs.readFileSync(path.join(root, name)).equals(fs.readFileSync(path.join(folder, name)));
}

/** Links the installed packages of this checkout, and the packages of the revision itself. */
function shareModules(folder) {
  const from = path.join(root, 'node_modules');
  const to = path.join(folder, 'node_modules');
  fs.mkdirSync(path.join(to, OWN), { recursive: true });
  for (const name of fs.readdirSync(from)) {
    if (name !== OWN && !name.startsWith('.cardwright')) fs.symlinkSync(path.join(from, name), path.join(to, name));
  }
  for (const name of fs.readdirSync(path.join(from, OWN))) {
    fs.symlinkSync(fs.readlinkSync(path.join(from, OWN, name)), path.join(to, OWN, name));
  }
}
