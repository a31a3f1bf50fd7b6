import type { AddressInfo } from 'node:net';
import type { EmbeddedPostgres } from '@cardwright/embedded-postgres';
import type { Logger } from 'pino';
import { buildServer, type Server } from './assembly/server.ts';
import { startDatabase } from './assembly/start-database.ts';
import { explain } from './configuration/explain.ts';
import { readSettings, type Settings } from './configuration/settings.ts';
import { createLogger } from './http/request-log.ts';
import type { ConnectionSettings } from './storage/index.ts';

const DRAIN_MS = 10_000;

/** Everything started so far, which has to be stopped. */
interface Started {
  postgres?: Promise<EmbeddedPostgres>;
  server?: Server;
}

/** settings -> database -> app -> listen -> drain */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const logger = await openLogger(settings);
  const started: Started = {};
  drainOnSignal(started, logger);
  try {
    const url = await serve(settings, logger, started);
    print(`ready ${url}`);
    for (const line of (await started.server?.welcome(url)) ?? []) print(line);
  } catch (error) {
    await stopAll(started);
    throw error;
  }
}

async function serve(settings: Settings, logger: Logger, started: Started): Promise<string> {
  if (settings.DATABASE_URL === undefined) {
    started.postgres = startDatabase(settings.CARDWRIGHT_DATA_DIR, logger);
  }
  const postgres = await started.postgres;
  const connection: ConnectionSettings = postgres?.connection ?? { connectionString: settings.DATABASE_URL! };
  let url = settings.CARDWRIGHT_PUBLIC_URL ?? '';
  const server = await buildServer({ settings, connection, logger, publicUrl: () => url });
  started.server = server;
  await server.app.listen({ host: settings.HOST, port: settings.PORT });
  const { port } = server.app.server.address() as AddressInfo;
  const listening = `http://${settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST}:${port}`;
  url ||= listening;
  await server.listensAt(listening);
  return listening;
}

async function openLogger(settings: Settings): Promise<Logger> {
  if (!process.stdout.isTTY) return createLogger(settings.CARDWRIGHT_LOG_LEVEL);
  const { readableLines } = await import('./http/readable-log.ts');
  const readable = readableLines(true);
  return createLogger(settings.CARDWRIGHT_LOG_LEVEL, { write: (line) => process.stdout.write(readable(line)) });
}

/** First signal: stop accepting, finish running requests, close. A second signal does not wait for them. */
function drainOnSignal(started: Started, logger: Logger): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    const giveUp = setTimeout(() => {
      logger.warn('stopping although requests are still running after 10 s');
      delete started.server;
      void stopAll(started).then(() => process.exit(0));
    }, DRAIN_MS);
    await stopAll(started);
    clearTimeout(giveUp);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
}

/**
 * Stops everything that was started, the database last. Waits for a database that is still starting, so that it is not
 * left running.
 */
async function stopAll(started: Started): Promise<void> {
  await started.server?.close().catch(() => {});
  const postgres = await started.postgres?.catch(() => undefined);
  await postgres?.stop();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`Cardwright could not start: ${explain(error)}\n`);
  process.exit(1);
});
