import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { EmbeddedPostgres } from '@cardwright/embedded-postgres';
import type { Logger } from 'pino';
import { startDatabase } from './host/assembly/database/start-database.ts';
import { createStartTimes, type StartTimes } from './host/assembly/observability/start-times.ts';
import { serve } from './host/assembly/serve.ts';
import { type StartedProcesses, stopAll, stopOnSignal } from './host/assembly/stop-on-signal.ts';
import { ensureDataFolder } from './host/configuration/data-folder.ts';
import { explain } from './host/configuration/explain.ts';
import type { Settings } from './host/configuration/settings.ts';
import { readValidSettings } from './host/configuration/valid-settings.ts';
import { createLogger } from './platform/http/request-log.ts';
import type { ConnectionSettings } from './platform/storage/index.ts';
import { startWorkers } from './platform/workers/supervise.ts';
import { openWorkerLink } from './platform/workers/worker-link.ts';

/** Runs the server: settings -> database -> app -> listen -> drain. */
async function main(): Promise<void> {
  const times = createStartTimes();
  times.record('program');
  const settings = readValidSettings(process.env);
  const logger = await openLogger(settings);
  if (cluster.isWorker) return await serveAsWorker(settings, logger, times);
  const started: StartedProcesses = {};
  stopOnSignal(started, { settings, logger });
  await startOrStop(started, async () => {
    const postgres = await startPostgres(started, settings, logger);
    times.record('database');
    const connection = postgres?.connection ?? { connectionString: settings.DATABASE_URL! };
    const lines =
      settings.CARDWRIGHT_WORKERS === 1
        ? await serve({ settings, connection, logger, times, examine }, started)
        : await supervise(settings, connection, logger, started);
    logger.info({ version: process.versions.node, program: process.execPath }, 'running on Node.js');
    if (isExplored(settings)) await printForTerminal(lines);
    else for (const line of lines) print(line);
  });
}

/** Runs the doctor on request. Its code loads then, because a start does not need it. */
async function examine() {
  const { examineDeployment } = await import('./host/doctor/index.ts');
  return examineDeployment(process.env, { report: () => {} });
}

/** Serves as one of several processes that share the port. The supervisor has the database and decides when to stop. */
async function serveAsWorker(settings: Settings, logger: Logger, times: StartTimes): Promise<void> {
  const started: StartedProcesses = {};
  const stop = stopOnSignal(started, { settings, logger }, ['SIGTERM']);
  // a terminal sends these signals to all of its processes, and only the supervisor acts on them
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  const link = await openWorkerLink(() => void stop('retire'));
  await startOrStop(started, async () => {
    const { connection } = link.part;
    link.ready(await serve({ settings, connection, logger, times, examine, link, peerProcesses: link.peers }, started));
  });
}

function supervise(
  settings: Settings,
  connection: ConnectionSettings,
  logger: Logger,
  started: StartedProcesses,
): Promise<readonly string[]> {
  const program = fileURLToPath(import.meta.url);
  const { workers, listening } = startWorkers({ program, count: settings.CARDWRIGHT_WORKERS, connection, logger });
  started.workers = workers;
  return listening;
}

/** Runs the start. Ignores a failure after the process received a stop signal, because the signal handler ends the process. */
async function startOrStop(started: StartedProcesses, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (started.stopped !== undefined) return;
    await stopAll(started);
    throw error;
  }
}

async function startPostgres(
  started: StartedProcesses,
  settings: Settings,
  logger: Logger,
): Promise<EmbeddedPostgres | undefined> {
  if (settings.DATABASE_URL !== undefined) return undefined;
  await ensureDataFolder(settings.CARDWRIGHT_DATA_DIR);
  started.postgres = startDatabase(settings.CARDWRIGHT_DATA_DIR, logger);
  return await started.postgres;
}

async function openLogger(settings: Settings): Promise<Logger> {
  const { CARDWRIGHT_LOG_LEVEL: level } = settings;
  if (!process.stdout.isTTY) return createLogger(level);
  const { readableLines } = await import('./platform/http/readable-log.ts');
  const readable = readableLines(true);
  if (!isExplored(settings) || level !== 'info') {
    return createLogger(level, { write: (line) => process.stdout.write(readable(line)) });
  }
  // Authorizations are logged for debugging only, and a person who explores a sandbox wants to see them.
  const { terminalLines } = await import('./platform/http/terminal-log.ts');
  const terminal = terminalLines(readable);
  return createLogger('debug', { write: (line) => process.stdout.write(terminal(line)) });
}

/** Whether a person watches a sandbox in a terminal. */
function isExplored({ CARDWRIGHT_MODE: mode }: Settings): boolean {
  return mode === 'sandbox' && process.stdout.isTTY;
}

/** Ends the start with one block, and answers `h` and Enter with help. */
async function printForTerminal(lines: readonly string[]): Promise<void> {
  const { terminalTexts } = await import('./host/sandbox/index.ts');
  const { block, help } = terminalTexts(lines);
  process.stdout.write(block);
  if (!process.stdin.isTTY) return;
  process.stdin.on('data', (typed) => {
    if (/^[h?]/i.test(String(typed))) process.stdout.write(help);
  });
  // Waiting for help does not keep a stopped process alive.
  process.stdin.unref();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`Cardwright could not start: ${explain(error)}\n`);
  process.exit(1);
});
