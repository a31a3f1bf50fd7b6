// The checks that must pass before a change is accepted. `npm test` leaves out the files whose names end with
// .slow.test.ts: servers and commands in their own processes, kills, restores, large amounts of data, long runs of the
// model. `npm run test:all` runs everything. `npm test -- packages/server/src/platform/vault` narrows either of them.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildConsole } from './build-console.mjs';
import { followNpm } from './follow-npm.mjs';
import { build, checkNode, exitOn, install, root, run, tsc } from './prepare.mjs';

const REPORT = path.join(root, '.cache', 'test-report.json');
/** A file with the result in one line, for programs that call this one. */
const COUNTS = path.join(root, '.cache', 'test-counts.txt');

const biome = path.join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
const cspell = path.join(root, 'node_modules', 'cspell', 'bin.mjs');
const knip = path.join(root, 'node_modules', 'knip', 'bin', 'knip.js');
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
const SLOW = '.slow.test.ts';
const SLOWEST_SHOWN = 10;

const isComplete = process.argv.includes('--all');
const narrowing = process.argv.slice(2).filter((argument) => argument !== '--all');
const tier = isComplete ? [] : ['--exclude', `**/*${SLOW}`];

checkNode();
followNpm();
fs.mkdirSync(path.dirname(REPORT), { recursive: true });
for (const file of [REPORT, COUNTS]) fs.rmSync(file, { force: true });
await install().catch(exitOn);

// Runs all steps, even after a failure, so that one run shows everything that is wrong.
const failedSteps = [];
await step('build', () => build({ always: true }));
await step('types of the tests', () => node(tsc, '--noEmit', '-p', 'tsconfig.check.json'));
await step('types of the console', () => node(tsc, '-p', path.join(root, 'packages', 'console')));
await step('console', buildConsole);
await step('format and lint', () => node(biome, 'check'));
await step('spelling', () => node(cspell, 'lint', '--no-progress', '--no-summary'));
await step('unused code', () => node(knip, '--no-progress'));
const testsSucceeded = await step('tests', () => node(vitest, 'run', ...reporters, ...tier, ...narrowing));

const files = readReport()?.testResults ?? [];
tellSlowest();
if (isComplete && narrowing.length === 0) await tellSpeed();
if (!isComplete) tellLeftOut();
const { passed, failed } = count();
fs.writeFileSync(COUNTS, `${passed} passed, ${failed} failed\n`);
console.log(`\n${passed} passed, ${failed} failed${failedSteps.length ? ` (${failedSteps.join(', ')})` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

function node(...args) {
  return run(process.execPath, args);
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

function tellSlowest() {
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000;
  const slowest = files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SLOWEST_SHOWN);
  if (slowest.length === 0) return;
  console.log('\nThe slowest files, in seconds:');
  for (const file of slowest) console.log(`${seconds(file).toFixed(1).padStart(7)}  ${path.relative(root, file.name)}`);
}

/**
 * Compares the speed with the last release, or with the previous commit. The figure is not a test: it never causes a
 * failure.
 */
async function tellSpeed() {
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

/** Reports how many test files were left out. */
function tellLeftOut() {
  const leftOut = fs
    .readdirSync(path.join(root, 'packages'), { recursive: true })
    .filter((file) => file.endsWith(SLOW) && /^[^/]+\/src\//.test(file))
    .filter((file) => narrowing.length === 0 || narrowing.some((part) => `packages/${file}`.includes(part)));
  if (leftOut.length === 0) return;
  console.log(`\n${leftOut.length} slow test files (*${SLOW}) were left out. To run them too: npm run test:all`);
}

/**
 * Counts the results in the report instead of the output. A file that could not be loaded has no failed tests, and
 * counts as one.
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
