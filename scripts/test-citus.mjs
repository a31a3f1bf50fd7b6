// `npm run test:citus -- --url postgres://...`: the tests that go to a database, on a coordinator of Citus with its workers
// (`npm run citus:cluster` starts them). Each test file has a database of its own, made on all nodes from a template there.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitOn, prepare, root, run } from './prepare.mjs';

const USAGE = `npm run test:citus -- --url URL [files]
  --url URL   the coordinator`;

const { url, files } = readFlags();
await prepare().catch(exitOn);
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
await run(process.execPath, [vitest, 'run', '--exclude', '**/*.slow.test.ts', ...files], {
  ...process.env,
  DATABASE_URL: url,
  CARDWRIGHT_TEST_CITUS: 'on',
}).catch(() => {
  process.exitCode = 1;
});

function readFlags() {
  try {
    const { values, positionals } = parseArgs({ options: { url: { type: 'string' } }, allowPositionals: true });
    if (!values.url || !URL.canParse(values.url)) throw new Error('--url is missing, or no URL');
    return { url: values.url, files: positionals };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}
