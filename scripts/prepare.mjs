// Prepares a checkout to run: it installs the dependencies and compiles TypeScript. It runs before anything is
// installed, so it uses only Node. Every start runs it, so without work to do it takes a few milliseconds and starts no
// subprocess.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { followNpm } from './follow-npm.mjs';
import { withLock } from './lock.mjs';
import { checkNode, findRuntime, isThis } from './runtime.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const INSTALL_STAMP = path.join(root, 'node_modules', '.cardwright-install');
const BUILD_STAMP = path.join(root, 'node_modules', '.cardwright-build');

/** Installs and builds what a command needs, and continues in the pinned Node.js. */
export async function prepare() {
  await install();
  await build();
}

/** Installs the dependencies, and continues in the pinned Node.js, which is one of them. */
export async function install() {
  checkNode();
  followNpm();
  await installPackages();
  await continueInRuntime();
}

/**
 * Runs this command again in the pinned Node.js, unless it already runs there: npm's scripts find that one first. Only
 * the first start of a checkout, and commands that run without npm, have this second process.
 */
async function continueInRuntime() {
  const runtime = findRuntime();
  if (isThis(runtime)) return;
  const code = await run(runtime, [...process.execArgv, ...process.argv.slice(1)]).then(
    () => 0,
    (error) => error.exitCode ?? 1,
  );
  process.exit(code);
}

async function installPackages() {
  if (isInstalled()) return;
  await withLock(root, 'install', async () => {
    // Another start may have installed the dependencies while this one waited.
    if (isInstalled()) return;
    mustBeWritable('Its dependencies are not installed', [root, path.join(root, 'node_modules')]);
    console.log('Installing dependencies (npm ci) ...');
    const [program, ...args] = npm();
    // Warnings are hidden, because they are about the machine's Node.js, which only installs. NODE_ENV has no effect:
    // the compiler is a development dependency, and the database programs are optional ones.
    await run(program, [...args, 'ci', '--include=dev', '--include=optional', '--loglevel=error'], npmEnvironment());
    writeStamp(INSTALL_STAMP, installStamp());
  });
}

/**
 * Runs a program from the registry that few people need. npm stores it in its cache, so no package of this repository
 * lists it.
 */
export async function runFromRegistry(packages, args) {
  const [program, ...before] = npm();
  const named = packages.flatMap((name) => ['--package', name]);
  await run(program, [...before, 'exec', '--yes', ...named, '--', ...args], npmEnvironment());
}

/** Installs the packages that a release needs into a folder with the lock file. No package runs its own scripts. */
export function installProduction(folder) {
  return runApart(folder, ['ci', '--include=optional']);
}

/** Removes packages that the folder's package.json no longer lists. */
export function pruneProduction(folder) {
  return runApart(folder, ['prune', '--include=optional']);
}

async function runApart(folder, command) {
  const [program, ...args] = npm();
  const { npm_config_local_prefix: _above, ...env } = npmEnvironment();
  const quiet = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run(program, [...args, ...command, ...quiet], env, folder);
}

/** Runs `tsc --build` and bundles the program if a source changed since they last succeeded, or always. */
export async function build({ always = false } = {}) {
  const canSkip = () => !always && isBuilt();
  if (canSkip()) return;
  await withLock(root, 'build', async () => {
    if (canSkip()) return;
    const outputs = compiledPackages().flatMap((folder) => [
      path.join(folder, 'dist'),
      path.join(folder, 'tsconfig.tsbuildinfo'),
    ]);
    mustBeWritable('It is not built', outputs);
    console.log('Building (tsc --build) ...');
    // The stamp is taken before the build, so that a file that is edited in the meantime is built the next time.
    const stamp = buildStamp();
    // tsc trusts its own records, and does not write deleted output again without this option.
    const force = compiledPackages().every(hasOutput) ? [] : ['--force'];
    try {
      await run(await compiler(), ['--build', ...force]);
    } finally {
      // tsc writes the files even if types are wrong.
      if (compiledPackages().every(hasOutput)) await (await import('./bundle.mjs')).bundle();
    }
    writeStamp(BUILD_STAMP, stamp);
  });
}

export const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/**
 * Returns the path of the compiler itself, not of the script that starts it. If that script is stopped, the compiler
 * continues to run, and the script costs one more start of Node.
 */
export async function compiler() {
  const { default: findProgram } = await import('../node_modules/typescript/lib/getExePath.js');
  return findProgram();
}

function packages() {
  const folder = path.join(root, 'packages');
  const isPackage = (name) => fs.existsSync(path.join(folder, name, 'package.json'));
  return fs
    .readdirSync(folder)
    .filter(isPackage)
    .sort()
    .map((name) => path.join(folder, name));
}

/**
 * Returns the compiled packages. The console is not among them: tsc only checks it, and build-console.mjs builds it.
 */
function compiledPackages() {
  return packages().filter((folder) => path.basename(folder) !== 'console');
}

function isInstalled() {
  const stamp = installStamp();
  if (readIfThere(INSTALL_STAMP) === stamp) return true;
  if (!matchesLock()) return false;
  writeStamp(INSTALL_STAMP, stamp);
  return true;
}

function installStamp() {
  const files = ['package-lock.json', 'package.json', ...packages().map((folder) => path.join(folder, 'package.json'))];
  const hash = createHash('sha256');
  for (const file of files) hash.update(fs.readFileSync(path.resolve(root, file)));
  return hash.update([process.platform, process.arch].join(' ')).digest('hex');
}

/**
 * Returns whether the installed packages match the lock file. A direct use of npm can change them. npm records what it
 * installed in the same form as package-lock.json.
 */
function matchesLock() {
  const installed = readJson(path.join(root, 'node_modules', '.package-lock.json'))?.packages;
  const locked = readJson(path.join(root, 'package-lock.json'))?.packages;
  if (!installed || !locked) return false;
  return Object.entries(locked).every(([name, entry]) => {
    if (name === '' || entry.link) return true;
    const version = installed[name];
    if (!version) return Boolean(entry.optional) && !isForThisPlatform(entry);
    const isThere = fs.existsSync(path.join(root, name, 'package.json'));
    return isThere && version.version === entry.version && version.integrity === entry.integrity;
  });
}

/** Whether the package is certainly for this platform: npm may omit an optional package that names no platform. */
function isForThisPlatform({ os: systems, cpu, libc }) {
  return Boolean(systems?.includes(process.platform) && cpu?.includes(process.arch) && !libc);
}

function isBuilt() {
  return compiledPackages().every(hasOutput) && readIfThere(BUILD_STAMP) === buildStamp();
}

function hasOutput(folder) {
  return !fs.existsSync(path.join(folder, 'tsconfig.json')) || fs.existsSync(path.join(folder, 'dist'));
}

function buildStamp() {
  const shared = fs.readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name));
  const ofPackages = compiledPackages().flatMap((folder) => [
    ...['package.json', 'tsconfig.json'].map((name) => path.join(folder, name)).filter((file) => fs.existsSync(file)),
    ...filesUnder(path.join(folder, 'src')),
  ]);
  const others = [...shared.sort(), 'package-lock.json', path.join('scripts', 'bundle.mjs')];
  return stampOf([...others.map((name) => path.join(root, name)), ...ofPackages]);
}

/** Returns a stamp that changes if any of the files changes. */
export function stampOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { mtimeMs, size } = fs.statSync(file);
    hash.update(`${path.relative(root, file)} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

export function filesUnder(folder) {
  if (!fs.existsSync(folder)) return [];
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Runs npm's own script with this Node: the `npm` on the PATH may belong to another Node. */
function npm() {
  const binFolder = path.dirname(fs.realpathSync(process.execPath));
  const candidates = [
    process.env.npm_execpath,
    path.join(binFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(binFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join('/usr', 'share', 'nodejs', 'npm', 'bin', 'npm-cli.js'),
  ];
  const npmCli = candidates.find((file) => file && path.basename(file) === 'npm-cli.js' && fs.existsSync(file));
  return npmCli ? [process.execPath, npmCli] : ['npm'];
}

function npmEnvironment() {
  const env = { ...process.env };
  // Accounts for services often have no writable home, and npm stops if it cannot write its cache. If npm started this
  // process, this variable already names its cache.
  const cache = env.npm_config_cache ?? path.join(os.homedir(), '.npm');
  if (!canCreate(cache)) env.npm_config_cache = path.join(root, '.cache', 'npm');
  return env;
}

/** Throws if a path is not writable, before npm and the compiler report it in many lines that do not say what to do. */
export function mustBeWritable(what, outputs) {
  if (outputs.every(canCreate)) return;
  throw new Failure(
    `Cardwright cannot start from ${root}. ${what}, and this account cannot write there: let its owner run "npm run build" ` +
      'after "npm ci", or start from your own copy.',
  );
}

function canCreate(folder) {
  if (!fs.existsSync(folder) && folder !== path.dirname(folder)) return canCreate(path.dirname(folder));
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Passes signals on and then exits as the program did, so that Ctrl-C or a service manager never leaves it running. The
 * program shares the terminal, unless `output` collects what it prints.
 */
export async function run(program, args, env = process.env, cwd = root, output = undefined) {
  const child = spawn(program, args, { cwd, env, stdio: output ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const pass = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  const result = await new Promise((resolve) => {
    child.once('error', (error) => resolve({ error }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  for (const signal of signals) process.off(signal, pass);
  if (result.code === 0) return;
  const how = result.error?.message ?? (result.signal ? `ended by ${result.signal}` : `exit code ${result.code}`);
  const [name, ...rest] = program === process.execPath ? args : [program, ...args];
  throw new Failure(`${[path.basename(name), ...rest].join(' ')} failed: ${how}`, result.code);
}

/** A failure whose program has already printed an explanation. A stack trace would only hide it. */
export class Failure extends Error {
  constructor(message, exitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function exitOn(error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exit(1);
}

export function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function readJson(file) {
  const text = readIfThere(file);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Writes a stamp. A finished installation may be read-only. Each start then repeats the comparison. */
export function writeStamp(file, text) {
  try {
    fs.writeFileSync(file, text);
  } catch {
    // The folder is read-only.
  }
}
