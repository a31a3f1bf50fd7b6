import { setTimeout as delay } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from '../../../server/src/testing/database/tcp-proxy.ts';
import { type ServerProcess, startServer } from '../../../server/src/testing/system/server-process.ts';
import type { ChaosDatabase } from './chaos-database.ts';

/** A server whose both sides are in the hands of the run: what comes to it, and its way to the database. */
export interface ChaosServer {
  readonly name: string;
  /** Callers come by this door. */
  readonly door: TcpProxy;
  readonly wayToDatabase: TcpProxy;
  /** Every process that it was so far; the last one is it now. */
  readonly processes: ServerProcess[];
  /** Starts that came to nothing, with what they said. */
  readonly failedStarts: string[];
  readonly current: () => ServerProcess;
  /** Killed, and not ready again. */
  readonly isAway: () => boolean;
  /** Starts it, again and again until it is ready. */
  start(): Promise<void>;
  /** kill -9 */
  kill(): Promise<void>;
}

/** The deadline that production has without the setting. */
export const DEADLINE_MS = 3_000;
/** A server that is not ready by then never will be. */
const READY_MS = 300_000;

export async function createChaosServer(
  name: string,
  folder: string,
  database: ChaosDatabase,
  more: Record<string, string> = {},
): Promise<ChaosServer> {
  const door = await startTcpProxy();
  const wayToDatabase = await startTcpProxy();
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
    DATABASE_URL: `postgres://cardwright@127.0.0.1:${wayToDatabase.port}/cardwright`,
    CARDWRIGHT_LOG_LEVEL: 'warn',
    CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: String(DEADLINE_MS),
    CARDWRIGHT_DRAIN_MS: '0',
    ...more,
  };
  return {
    name,
    door,
    wayToDatabase,
    processes,
    failedStarts,
    current,
    isAway: () => isAway,
    async start() {
      const until = Date.now() + READY_MS;
      for (;;) {
        wayToDatabase.aim({ path: database.socket() });
        try {
          const started = await startServer(environment);
          processes.push(started);
          door.aim({ port: Number(new URL(started.url).port) });
          isAway = false;
          return;
        } catch (error) {
          // the database may be away just then, as it may be when a machine starts
          failedStarts.push(String(error));
          if (Date.now() > until) throw error;
          await delay(250);
        }
      }
    },
    async kill() {
      isAway = true;
      door.aim(undefined);
      await current().kill();
    },
  };
}
