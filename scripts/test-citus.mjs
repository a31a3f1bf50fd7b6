// `npm run test:citus -- --url postgres://...` runs every test file that uses a database, of both tiers, on a Citus
// coordinator with its workers (`npm run citus:cluster` starts them). Each file has its own database, created on all
// nodes from a template.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LEFT_OUT, testsOfDatabases } from './citus-tests.mjs';
import { exitOn, prepare, root, run } from './prepare.mjs';

const USAGE = `npm run test:citus -- --url URL [options] [files]
  --url URL   the coordinator
  --fast      without the files named *.slow.test.ts
  --list      prints the files, and why others are skipped, without running them`;

const { url, fast, list, files } = readFlags();
const all = testsOfDatabases().filter((file) => !(fast && file.endsWith('.slow.test.ts')));
const selected = all.filter(
  (file) => !(file in LEFT_OUT) && (files.length === 0 || files.some((part) => file.includes(part))),
);
const leftOut = files.length === 0 ? all.filter((file) => file in LEFT_OUT) : [];
if (list) for (const file of selected) console.log(file);
else await runThem();
for (const file of leftOut) console.log(`skipped: ${file}: it ${LEFT_OUT[file]}`);

async function runThem() {
  await prepare().catch(exitOn);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cardwright-citus-tests-'));
  const results = path.join(folder, 'results.json');
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`, ...selected];
  await run(process.execPath, [vitest, ...args], {
    ...process.env,
    DATABASE_URL: url,
    CARDWRIGHT_TEST_CITUS: 'on',
  }).catch(() => {
    process.exitCode = 1;
  });
  if (fs.existsSync(results)) printResults(JSON.parse(fs.readFileSync(results, 'utf8')));
  fs.rmSync(folder, { recursive: true, force: true });
}

function printResults({ testResults, startTime }) {
  const minutes = ((Date.now() - startTime) / 60_000).toFixed(1);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const notThere = tests.filter(({ title }) => title.startsWith('is left out on Citus'));
  const count = (status) => tests.filter((test) => test.status === status).length;
  for (const { name, status } of testResults) {
    if (status !== 'passed') console.log(`failed: ${path.relative(root, name)}`);
  }
  for (const { fullName } of notThere) console.log(`skipped: ${fullName}`);
  const passed = `${count('passed') - notThere.length} tests passed, ${count('failed')} failed`;
  console.log(
    `${testResults.length} files, ${passed}, ${notThere.length} groups and ${leftOut.length} files skipped, ${minutes} minutes`,
  );
}

function readFlags() {
  try {
    const options = {
      url: { type: 'string' },
      fast: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (!values.list && (!values.url || !URL.canParse(values.url))) throw new Error('--url is missing, or not a URL');
    return { url: values.url, fast: values.fast, list: values.list, files: positionals };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}
