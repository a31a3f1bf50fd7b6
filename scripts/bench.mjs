import { exitOn, prepare } from './prepare.mjs';

await prepare().catch(exitOn);
await import('../packages/server/dist/bench/run-bench.js');
