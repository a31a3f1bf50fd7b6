import { exitOn, prepare } from './prepare.mjs';

await prepare().catch(exitOn);
await import('../packages/proof/dist/fuzz/run-fuzz.js');
