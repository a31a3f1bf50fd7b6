// `npm run bench:compare -- REV` builds that revision in .cache/compare, and measures it and the working tree in turns.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { exitOn, Failure, prepare, root, run } from './prepare.mjs';

const FOLDER = path.join(root, '.cache', 'compare');
const [revision, ...options] = process.argv.slice(2);

try {
  if (revision === undefined || revision.startsWith('-')) {
    throw new Failure('Specify the revision to compare with: npm run bench:compare -- REV, a commit, branch or tag');
  }
  await prepare();
  const commit = commitOf(revision);
  const checkout = await buildOf(commit);
  const { compareRevisions } = await import('../packages/proof/dist/bench/compare/run-compare.js');
  await compareRevisions({ name: `${revision} (${commit.slice(0, 9)})`, checkout }, options);
} catch (error) {
  exitOn(error);
}

function commitOf(name) {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).toString().trim();
  } catch {
    throw new Failure(`${name} is not a commit, branch or tag of this repository.`);
  }
}

/**
 * Installs and builds the files of a revision. Removes the builds of other revisions, because each takes half a
 * gigabyte.
 */
async function buildOf(commit) {
  const folder = path.join(FOLDER, commit);
  fs.mkdirSync(FOLDER, { recursive: true });
  for (const name of fs.readdirSync(FOLDER)) {
    if (name !== commit) fs.rmSync(path.join(FOLDER, name), { recursive: true, force: true });
  }
  if (!fs.existsSync(folder)) {
    const packed = path.join(FOLDER, `${commit}.tar`);
    git('archive', '--output', packed, commit);
    const unpacked = `${folder}.part`;
    fs.mkdirSync(unpacked);
    execFileSync('tar', ['-xf', packed, '-C', unpacked]);
    fs.renameSync(unpacked, folder);
    fs.rmSync(packed);
  }
  const script = `const { prepare, exitOn } = await import('./scripts/prepare.mjs'); await prepare().catch(exitOn);`;
  await run(process.execPath, ['--input-type=module', '--eval', script], process.env, folder);
  return folder;
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
}
