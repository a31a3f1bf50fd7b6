import path from 'node:path';
import { compiler, exitOn, prepare, root, run } from './prepare.mjs';

await prepare().catch(exitOn);
// what only tests use is not shipped, and so not built with the rest
await run(await compiler(), ['--build', path.join(root, 'packages', 'server', 'tsconfig.fuzz.json')]).catch(exitOn);
await import('../packages/server/dist/fuzz/run-fuzz.js');
