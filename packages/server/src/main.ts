import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createLogger } from './http/request-log.ts';
import { buildServer, type Server } from './server.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './storage/embedded-postgres/index.ts';
import type { ConnectionSettings } from './storage/index.ts';

const DRAIN_MS = 10_000;

/** settings -> database -> app -> listen -> drain */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const logger = await openLogger(settings);
  const postgres = settings.DATABASE_URL === undefined ? await startDatabase(settings, logger) : undefined;
  let server: Server | undefined;
  let url = settings.CARDWRIGHT_PUBLIC_URL ?? '';
  try {
    const connection: ConnectionSettings = postgres?.connection ?? { connectionString: settings.DATABASE_URL! };
    server = await buildServer({ settings, connection, logger, publicUrl: () => url });
    await server.app.listen({ host: settings.HOST, port: settings.PORT });
    const { port } = server.app.server.address() as AddressInfo;
    const listening = `http://${settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST}:${port}`;
    url ||= listening;
    drainOnSignal(server, postgres, logger);
    print(`ready ${listening}`);
    for (const line of await server.welcome(listening)) print(line);
  } catch (error) {
    await server?.close().catch(() => {});
    await postgres?.stop();
    throw error;
  }
}

async function openLogger(settings: Settings): Promise<Logger> {
  if (!process.stdout.isTTY) return createLogger(settings.CARDWRIGHT_LOG_LEVEL);
  const { default: pretty } = await import('pino-pretty');
  return createLogger(settings.CARDWRIGHT_LOG_LEVEL, pretty({ colorize: true, sync: true, ignore: 'reqId' }));
}

function startDatabase(settings: Settings, logger: Logger): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: settings.CARDWRIGHT_DATA_DIR,
    log: ({ level, message, detail }) => logger[level](detail ?? {}, message),
  });
}

/** First signal: stop accepting, finish what runs, close. A second one does not wait for what runs. */
function drainOnSignal(server: Server, postgres: EmbeddedPostgres | undefined, logger: Logger): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    const giveUp = setTimeout(() => {
      logger.warn('requests were still running after 10 s: giving up on them');
      void finish(postgres);
    }, DRAIN_MS);
    await server.close().catch((error: unknown) => logger.error({ err: error }, 'closing failed'));
    clearTimeout(giveUp);
    await finish(postgres);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function finish(postgres: EmbeddedPostgres | undefined): Promise<void> {
  await postgres?.stop();
  process.exit(0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function explain(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE') return `${message}\nSet PORT to another port (0 takes a free one).`;
  return error instanceof SettingError ? String(message) : String((error as Error).stack ?? error);
}

main().catch((error: unknown) => {
  process.stderr.write(`Cardwright could not start: ${explain(error)}\n`);
  process.exit(1);
});
