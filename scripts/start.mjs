import { buildConsole } from './build-console.mjs';
import { exitOn, prepare } from './prepare.mjs';

await prepare().catch(exitOn);
await buildConsole().catch(exitOn);
// Adds a month of earlier data for a person who explores the sandbox. This has no effect in production.
process.env.CARDWRIGHT_SANDBOX_DATA ??= 'demo';
process.env.CARDWRIGHT_SANDBOX_ISO8583_PORT ??= '8583';
// The gateway runs in this process, so that it receives signals from a terminal or a service manager directly.
await import('../packages/server/dist/program/main.js');
