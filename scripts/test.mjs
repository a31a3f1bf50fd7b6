// Runs the checks that must pass before a change is accepted. `npm test` leaves out the files whose names end with
// .slow.test.ts: servers and commands in their own processes, kills, restores, large amounts of data, long runs of the
// model. `npm test -- --ci` adds those of scripts/ci-tests.mjs, which check each change. `npm run test:all` runs
// everything, each night and before a release. `npm test -- packages/server/src/platform/vault` runs only the tests in
// a folder. `npm test -- --changed` runs only those that the working tree affects, and `--changed main` those that the
// differences from that revision affect.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildConsole } from './build-console.mjs';
import { CI_TESTS } from './ci-tests.mjs';
import { build, exitOn, install, root, run, tsc } from './prepare.mjs';

const REPORT = path.join(root, '.cache', 'test-report.json');
/** A file with the result in one line, for programs that call this one. */
const COUNTS = path.join(root, '.cache', 'test-counts.txt');

const biome = path.join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
const cspell = path.join(root, 'node_modules', 'cspell', 'bin.mjs');
const knip = path.join(root, 'node_modules', 'knip', 'bin', 'knip.js');
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
const SLOW = '.slow.test.ts';
const SLOWEST_COUNT = 10;

const isComplete = process.argv.includes('--all');
const isCi = process.argv.includes('--ci');
const { isChangedOnly, since, others } = readChanged(
  process.argv.slice(2).filter((argument) => argument !== '--all' && argument !== '--ci'),
);
const leftOut = slowTests().filter((file) => !isComplete && !(isCi && CI_TESTS.includes(file)));
const tier = leftOut.flatMap((file) => ['--exclude', file]);

fs.mkdirSync(path.dirname(REPORT), { recursive: true });
for (const file of [REPORT, COUNTS]) fs.rmSync(file, { force: true });
await install().catch(exitOn);
// Reading the sources needs the installed packages.
const { changedFiles, changedTests } = isChangedOnly ? await import('./changed-tests.mjs') : {};
const changed = changedFiles?.(since);
const narrowing = changed ? [...others, ...testsToRun(changed)] : others;

// Runs all steps, even after a failure, so that one run reports every failure. The checks, which only read, run one
// after the other alongside the build and the tests: the tests wait often enough to leave them a processor.
const failedSteps = [];
const building = step('build', () => build({ always: true }));
const checking = runChecks();
await building;
if (isAmongChanged(/^packages\/console\//)) await step('console', buildConsole);
const hasTests = changed === undefined || narrowing.length > 0;
const testsSucceeded =
  !hasTests || (await step('tests', () => node(vitest, 'run', ...reporters, ...tier, ...narrowing)));
await checking;

const files = readReport()?.testResults ?? [];
printSlowest();
// Runs separately, because it measures.
if (isComplete && narrowing.length === 0) {
  await step('cost budget', () => node(path.join(root, 'scripts', 'bench.mjs'), '--budget'));
  await printSpeed();
}
if (!isComplete && !isChangedOnly) printSkipped();
const { passed, failed } = count();
fs.writeFileSync(COUNTS, `${passed} passed, ${failed} failed\n`);
console.log(`\n${passed} passed, ${failed} failed${failedSteps.length ? ` (${failedSteps.join(', ')})` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

function node(...args) {
  return run(process.execPath, args);
}

/** Separates `--changed`, and a revision after it, from the other arguments. */
function readChanged(args) {
  const at = args.indexOf('--changed');
  if (at < 0) return { isChangedOnly: false, others: args };
  const [since = '-', ...rest] = args.slice(at + 1);
  const isRevision = !since.startsWith('-') && !fs.existsSync(path.join(root, since));
  const others = [...args.slice(0, at), ...(isRevision ? rest : args.slice(at + 1))];
  return { isChangedOnly: true, since: isRevision ? since : undefined, others };
}

function testsToRun(changedOnes) {
  const tests = changedTests(changedOnes).filter((file) => !leftOut.includes(file));
  console.log(`${changedOnes.length} changed files affect ${tests.length} test files.`);
  return tests;
}

function isAmongChanged(pattern) {
  return changed === undefined || changed.some((file) => pattern.test(file));
}

async function runChecks() {
  const files = (changed ?? []).filter((file) => fs.existsSync(path.join(root, file)));
  const unknown = ['--files-ignore-unknown=true', '--no-errors-on-unmatched'];
  if (changed === undefined) await check('format and lint', biome, 'check');
  else if (files.length > 0) await check('format and lint', biome, 'check', ...unknown, ...files);
  if (changed === undefined || files.length > 0)
    await check('spelling', cspell, 'lint', '--no-progress', '--no-summary', '--no-must-find-files', ...files);
  // Unused code can be anywhere, and is found only in a complete check.
  if (changed === undefined) await check('unused code', knip, '--no-progress');
  // Tests are checked against the declarations that the build writes. The console imports the built contract and SDK.
  await building;
  if (isAmongChanged(/^packages\/(?!console\/).*\.ts$|^tsconfig/))
    await check('types of the tests', tsc, '--noEmit', '-p', 'tsconfig.check.json');
  if (isAmongChanged(/^packages\/(console|contract|sdk)\/.*\.tsx?$/))
    await check('types of the console', tsc, '-p', 'packages/console');
}

/** Runs a program and prints its output when it ends, so that its lines stay together. */
async function check(name, ...args) {
  const started = Date.now();
  const output = [];
  const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) };
  await step(name, async () => {
    try {
      await run(process.execPath, args, env, root, output);
    } finally {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${name}, ${seconds} s\n${Buffer.concat(output)}`.trimEnd());
    }
  });
}

async function step(name, work) {
  try {
    await work();
    return true;
  } catch (error) {
    console.error(error.message);
    failedSteps.push(name);
    return false;
  }
}

function readReport() {
  return fs.existsSync(REPORT) ? JSON.parse(fs.readFileSync(REPORT, 'utf8')) : undefined;
}

function printSlowest() {
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000;
  const slowest = files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SLOWEST_COUNT);
  if (slowest.length === 0) return;
  console.log('\nThe slowest files, in seconds:');
  for (const file of slowest) console.log(`${seconds(file).toFixed(1).padStart(7)}  ${path.relative(root, file.name)}`);
}

/**
 * Compares the speed with the last release, or with the previous commit. The figure is not a test: it never causes a
 * failure.
 */
async function printSpeed() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' });
  try {
    const released = git('tag', '--merged', 'HEAD^', '--sort=-creatordate').split('\n')[0];
    console.log('\nSpeed:');
    await node(path.join(root, 'scripts', 'bench-compare.mjs'), released || 'HEAD^', '--short');
  } catch (error) {
    console.log(`Speed was not compared: ${error.message}`);
  }
}

/** The paths of all slow test files. */
function slowTests() {
  return fs
    .readdirSync(path.join(root, 'packages'), { recursive: true })
    .filter((file) => file.endsWith(SLOW) && /^[^/]+\/src\//.test(file))
    .map((file) => `packages/${file}`);
}

/** Reports how many test files were left out. */
function printSkipped() {
  const count = leftOut.filter(
    (file) => narrowing.length === 0 || narrowing.some((part) => file.includes(part)),
  ).length;
  if (count === 0) return;
  console.log(`\n${count} slow test files (*${SLOW}) were skipped. To run them too: npm run test:all`);
}

/**
 * Counts the results in the report, not in the output. A file that could not be loaded has no failed tests, but counts
 * as one.
 */
function count() {
  const report = readReport();
  const unloaded = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  const failedTests = (report?.numFailedTests ?? 0) + unloaded.length;
  const otherSteps = failedSteps.filter((name) => name !== 'tests').length;
  // Vitest failed without a failed test: it found no test, or an error occurred outside of tests.
  const unexplained = !testsSucceeded && failedTests === 0 ? 1 : 0;
  return { passed: report?.numPassedTests ?? 0, failed: failedTests + otherSteps + unexplained };
}
