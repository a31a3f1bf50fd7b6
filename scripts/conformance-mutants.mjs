// `npm run conformance:mutants -- --count 200 --seed 7` plants deviations between the conformance runner and a gateway,
// which the runner must find. Writes .cache/conformance-mutants.md. It is a test with settings, so vitest runs it.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitOn, prepare, root, run } from './prepare.mjs';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '7' } },
});
await prepare().catch(exitOn);
const page = path.join(root, '.cache', 'conformance-mutants.md');
fs.mkdirSync(path.dirname(page), { recursive: true });
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const file = 'packages/proof/src/mutants/conformance-mutants.slow.test.ts';
// The file comes first: after the option, vitest would use it as the option's value and run every test.
await run(process.execPath, [vitest, 'run', file, '--disable-console-intercept'], {
  ...process.env,
  CONFORMANCE_MUTANTS: values.count,
  CONFORMANCE_SEED: values.seed,
  CONFORMANCE_EACH: '10',
  CONFORMANCE_PAGE: page,
}).catch(() => {
  process.exitCode = 1;
});
if (fs.existsSync(page)) console.log(`All deviations: ${page}`);
