import { buildConsole } from './build-console.mjs';
import { exitOn, prepare } from './prepare.mjs';

await prepare().catch(exitOn);
await buildConsole().catch(exitOn);
// For a person who looks around: the sandbox gets a month of data behind its start. Nothing happens in production.
process.env.CARDWRIGHT_SANDBOX_DATA ??= 'demo';
// In this process: signals from a terminal or a service manager reach the gateway with nothing in between.
await import('../packages/server/dist/program/main.js');
