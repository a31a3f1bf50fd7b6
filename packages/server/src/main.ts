import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedPostgres } from '@cardwright/embedded-postgres';
import type { Logger } from 'pino';
import { buildServer, type Server } from './assembly/server.ts';
import { startDatabase } from './assembly/start-database.ts';
import { createStartTimes, type StartTimes } from './assembly/start-times.ts';
import { readCheckedSettings } from './configuration/checked-settings.ts';
import { ensureDataFolder } from './configuration/data-folder.ts';
import { explain } from './configuration/explain.ts';
import { SettingError, type Settings } from './configuration/settings.ts';
import { createLogger } from './http/request-log.ts';
import type { ConnectionSettings } from './storage/index.ts';

/** Where /docs, /openapi.json and /metrics are served without the setting. */
const OPERATOR_PORT = 9_464;
const ANOTHER_PORT =
  'Set CARDWRIGHT_OPERATOR_PORT to another port for /docs, /openapi.json and /metrics (0 takes a free one).';
/**
 * Connections that wait to be accepted; the system may allow fewer. Node's 511 are gone in a burst, and what comes on the others
 * is dropped until it is sent again, seconds later.
 */
const BACKLOG = 4_096;
/** How long proxies have, in production, to see that nothing more should be sent here. */
const DRAIN_MS = 5_000;
/** How long requests have that are still running after that. */
const FINISH_MS = 10_000;
/** A signal to the whole group of processes reaches us twice where npm passes it on; that is no wish to hurry. */
const SAME_SIGNAL_MS = 1_000;

/** Everything started so far, which has to be stopped. */
interface Started {
  postgres?: Promise<EmbeddedPostgres>;
  server?: Server;
  /** Set once all of it is being stopped. */
  stopped?: Promise<void>;
}

/** settings -> database -> app -> listen -> drain */
async function main(): Promise<void> {
  const times = createStartTimes();
  times.did('program');
  const settings = readCheckedSettings(process.env);
  const logger = await openLogger(settings);
  const started: Started = {};
  stopOnSignal(started, settings, logger);
  try {
    const { url, operatorUrl } = await serve(settings, logger, started, times);
    print(`ready ${url}`);
    print(times.told());
    if (operatorUrl !== undefined) print(`docs and metrics: ${operatorUrl}`);
    for (const line of (await started.server?.welcome(url)) ?? []) print(line);
  } catch (error) {
    // told to stop while it started: whatever it missed from then on is no failure, and the signal's handler ends the process
    if (started.stopped !== undefined) return;
    await stopAll(started);
    throw error;
  }
}

/** Addresses to which the server listens. */
interface Served {
  readonly url: string;
  readonly operatorUrl: string | undefined;
}

async function serve(settings: Settings, logger: Logger, started: Started, times: StartTimes): Promise<Served> {
  if (settings.DATABASE_URL === undefined) {
    await ensureDataFolder(settings.CARDWRIGHT_DATA_DIR);
    started.postgres = startDatabase(settings.CARDWRIGHT_DATA_DIR, logger);
  }
  const postgres = await started.postgres;
  times.did('database');
  const connection: ConnectionSettings = postgres?.connection ?? { connectionString: settings.DATABASE_URL! };
  let url = settings.CARDWRIGHT_PUBLIC_URL ?? '';
  const server = await buildServer({ settings, connection, logger, publicUrl: () => url, times });
  started.server = server;
  const operatorUrl = await listenForOperators(server, settings, logger);
  const listening = await listen(server.app, settings.HOST, settings.PORT);
  url ||= listening;
  await server.listensAt(listening);
  times.did('ports');
  return { url: listening, operatorUrl };
}

/** Before the server takes requests: a start that fails has taken none. */
async function listenForOperators(
  { operatorApp }: Server,
  settings: Settings,
  logger: Logger,
): Promise<string | undefined> {
  if (operatorApp === undefined) return undefined;
  const { CARDWRIGHT_OPERATOR_HOST: host, CARDWRIGHT_OPERATOR_PORT: given } = settings;
  try {
    return await listen(operatorApp, host, given ?? OPERATOR_PORT);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw error;
    if (given !== undefined) throw new SettingError(`${message}\n${ANOTHER_PORT}`);
    // several servers of one machine start without a word about it
    logger.warn(`port ${OPERATOR_PORT} is taken: /docs, /openapi.json and /metrics are served on a free one`);
    return await listen(operatorApp, host, 0);
  }
}

async function listen(app: Server['app'], host: string, port: number): Promise<string> {
  await app.listen({ host, port, backlog: BACKLOG });
  const { port: taken } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}

async function openLogger(settings: Settings): Promise<Logger> {
  if (!process.stdout.isTTY) return createLogger(settings.CARDWRIGHT_LOG_LEVEL);
  const { readableLines } = await import('./http/readable-log.ts');
  const readable = readableLines(true);
  return createLogger(settings.CARDWRIGHT_LOG_LEVEL, { write: (line) => process.stdout.write(readable(line)) });
}

/**
 * First signal: say that nothing more should be sent here, serve on for a moment, stop accepting, finish running requests,
 * close. A second signal does not wait for them.
 */
function stopOnSignal(started: Started, settings: Settings, logger: Logger): void {
  let mayHurry: boolean | undefined;
  const stop = async (signal: string) => {
    // a start that failed ends by itself, and says why
    if (mayHurry === undefined && started.stopped !== undefined) return;
    // who started us is gone: that is said besides, and never a wish to hurry
    if (mayHurry !== undefined && (!mayHurry || signal === 'SIGHUP')) return;
    if (mayHurry) process.exit(1);
    mayHurry = false;
    setTimeout(() => {
      mayHurry = true;
    }, SAME_SIGNAL_MS).unref();
    await drain(started.server, settings, logger, signal);
    const giveUp = setTimeout(() => {
      logger.warn('stopping although requests are still running after 10 s');
      void stopPostgres(started).then(() => process.exit(0));
    }, FINISH_MS);
    await stopAll(started);
    clearTimeout(giveUp);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
}

/** A server that does not serve yet has nobody to tell. */
async function drain(server: Server | undefined, settings: Settings, logger: Logger, signal: string): Promise<void> {
  const drainMs = settings.CARDWRIGHT_DRAIN_MS ?? (settings.CARDWRIGHT_MODE === 'production' ? DRAIN_MS : 0);
  logger.info({ signal, drainMs }, 'stopping');
  if (server === undefined || drainMs === 0) return;
  server.drain();
  await delay(drainMs);
}

/**
 * Stops everything that was started, the database last. Waits for a database that is still starting, so that it is not
 * left running.
 */
function stopAll(started: Started): Promise<void> {
  started.stopped ??= (async () => {
    await started.server?.close().catch(() => {});
    await stopPostgres(started);
  })();
  return started.stopped;
}

async function stopPostgres(started: Started): Promise<void> {
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
