import { setTimeout as delay } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from '../../../server/src/testing/database/tcp-proxy.ts';
import { type ServerProcess, startServer } from '../../../server/src/testing/system/server-process.ts';
import type { ChaosDatabase } from './chaos-database.ts';
import { continueFeed } from './check-feed.ts';

/** A server with a proxy on both sides: in front of its callers, and on its way to the database. */
export interface ChaosServer {
  readonly name: string;
  /** The proxy for callers. */
  readonly proxy: TcpProxy;
  /** The proxy for ISO 8583 connections of the demo network. */
  readonly isoProxy: TcpProxy;
  readonly databaseProxy: TcpProxy;
  /** All processes of this server so far; the last one is the current one. */
  readonly processes: ServerProcess[];
  /** Failed starts, with their output. */
  readonly failedStarts: string[];
  readonly current: () => ServerProcess;
  /** Whether the server was killed and is not ready again. */
  readonly isAway: () => boolean;
  /** Starts the server, and repeats that until it is ready. */
  start(): Promise<void>;
  /** Ends the server with kill -9. */
  kill(): Promise<void>;
  /** Kills the server, and closes its proxies. */
  close(): Promise<void>;
}

/** The default deadline in production. */
export const DEADLINE_MS = 3_000;
/** A server that is not ready within this time never becomes ready. */
const READY_MS = 300_000;

export async function createChaosServer(
  name: string,
  folder: string,
  database: ChaosDatabase,
  more: Record<string, string> = {},
): Promise<ChaosServer> {
  const proxy = await startTcpProxy();
  const isoProxy = await startTcpProxy();
  const databaseProxy = await startTcpProxy();
  const processes: ServerProcess[] = [];
  const failedStarts: string[] = [];
  let isAway = true;
  const current = () => {
    const last = processes.at(-1);
    if (last === undefined) throw new Error(`server ${name} was not started`);
    return last;
  };
  const environment = {
    CARDWRIGHT_DATA_DIR: folder,
    DATABASE_URL: `postgres://cardwright@127.0.0.1:${databaseProxy.port}/cardwright`,
    CARDWRIGHT_LOG_LEVEL: 'warn',
    CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: String(DEADLINE_MS),
    CARDWRIGHT_DRAIN_MS: '0',
    CARDWRIGHT_SANDBOX_ISO8583_PORT: '0',
    ...more,
  };
  const kill = async () => {
    isAway = true;
    proxy.aim(undefined);
    isoProxy.aim(undefined);
    await current().kill();
  };
  return {
    name,
    proxy,
    isoProxy,
    databaseProxy,
    processes,
    failedStarts,
    current,
    isAway: () => isAway,
    async start() {
      const until = Date.now() + READY_MS;
      for (;;) {
        databaseProxy.aim({ path: database.socket() });
        try {
          const started = await startServer(environment);
          processes.push(started);
          proxy.aim({ port: Number(new URL(started.url).port) });
          isoProxy.aim({ port: await isoPortOf(started) });
          isAway = false;
          // This fails if a fault stops the database now. The check at the end also continues the feed.
          await continueFeed(database).catch(() => {});
          return;
        } catch (error) {
          // The database may be down at this moment, as it may be when a machine starts.
          failedStarts.push(String(error));
          if (Date.now() > until) throw error;
          await delay(250);
        }
      }
    },
    kill,
    async close() {
      await kill();
      for (const each of [proxy, isoProxy, databaseProxy]) await each.close();
    },
  };
}

/** The line with the port follows the line that the server is ready. */
async function isoPortOf({ output }: ServerProcess): Promise<number> {
  for (;;) {
    const port = /^iso8583 \S+ \S+:(\d+)$/m.exec(output.join(''))?.[1];
    if (port !== undefined) return Number(port);
    await delay(10);
  }
}
