import { exitOn, prepare } from './prepare.mjs';

await prepare().catch(exitOn);
await import('../packages/server/dist/host/sandbox/demo.js');
