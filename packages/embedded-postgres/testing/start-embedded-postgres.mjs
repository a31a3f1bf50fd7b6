// A separate process that starts the embedded database and stays alive, for tests that kill it. It runs the built code,
// because the oldest supported Node cannot run TypeScript.
import { startEmbeddedPostgres } from '../dist/index.js';

const [dataDir, ending] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
process.stdout.write(`${JSON.stringify({ postmaster: postgres.postmasterPid(), ...postgres.connection })}\n`);
if (ending !== 'end-at-once') setInterval(() => undefined, 60_000);
