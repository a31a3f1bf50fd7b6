// Records the statements, tables and migrations of this release. Tests check the next release against them
// (packages/server/src/platform/storage/released-schema.test.ts). Run it only for a release.
import path from 'node:path';
import { exitOn, prepare, root, run } from '../prepare.mjs';

await prepare().catch(exitOn);
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
await run(process.execPath, [vitest, 'run', 'packages/server/src/platform/storage/released-schema.test.ts'], {
  ...process.env,
  WRITES_RELEASED_SCHEMA: 'true',
}).catch(exitOn);
console.log('packages/server/released/schema.json written');
