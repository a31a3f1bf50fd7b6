// `npm run test:citus -- --url postgres://...`: the tests that go to a database, on a coordinator of Citus with its workers
// (`npm run citus:cluster` starts them). Each test file has a database of its own, made on all nodes from a template there.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitOn, prepare, root, run } from './prepare.mjs';

const USAGE = `npm run test:citus -- --url URL [options] [files]
  --url URL   the coordinator
  --slow      tests of Citus that are slow, in place of the others: shards that are moved under load`;

/** The slow tests that go to the database of the run; others start databases of their own. */
const SLOW = ['packages/server/src/testing/move-shard.slow.test.ts'];

const { url, slow, files } = readFlags();
const wanted = slow ? SLOW : ['--exclude', '**/*.slow.test.ts', ...files];
await prepare().catch(exitOn);
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
await run(process.execPath, [vitest, 'run', ...wanted], {
  ...process.env,
  DATABASE_URL: url,
  CARDWRIGHT_TEST_CITUS: 'on',
}).catch(() => {
  process.exitCode = 1;
});

function readFlags() {
  try {
    const options = { url: { type: 'string' }, slow: { type: 'boolean', default: false } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (!values.url || !URL.canParse(values.url)) throw new Error('--url is missing, or no URL');
    return { url: values.url, slow: values.slow, files: positionals };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}
