import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedPostgres } from '@cardwright/embedded-postgres';
import type { Logger } from 'pino';
import type { Workers } from '../../platform/workers/supervise.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Server } from './server.ts';

/** The time in which proxies, in production, notice that this server should receive no more requests. */
const DRAIN_MS = 5_000;
/** The time after the drain in which running requests finish. */
const FINISH_MS = 10_000;
/** The minimum time in which callers of a retired worker move their connections to other workers. */
const LEAST_RETIRE_MS = 1_000;
/** The additional time that a supervisor waits for its workers. */
const AFTER_WORKERS_MS = 1_000;
/** A signal to the process group arrives twice if npm forwards it. The second one within this time does not force the stop. */
const SAME_SIGNAL_MS = 1_000;

/** The processes that have started and must be stopped. */
export interface StartedProcesses {
  postgres?: Promise<EmbeddedPostgres>;
  server?: Server;
  workers?: Workers;
  /** Set when the stop of all processes begins. */
  stopped?: Promise<void>;
}

/** Stops everything. `retire` means that other workers continue to serve at the same address. */
export type Stop = (why: NodeJS.Signals | 'retire') => Promise<void>;

export interface StopDeps {
  readonly settings: Settings;
  readonly logger: Logger;
}

/**
 * Installs the signal handlers. The first signal drains the server, stops accepting, finishes running requests and
 * closes. A second signal ends the process without waiting. With workers, SIGHUP restarts them instead.
 */
export function stopOnSignal(
  started: StartedProcesses,
  { settings, logger }: StopDeps,
  signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'],
): Stop {
  let mayHurry: boolean | undefined;
  const stop: Stop = async (signal) => {
    // a start that failed ends the process itself and reports why
    if (mayHurry === undefined && started.stopped !== undefined) return;
    // SIGHUP during a stop means that the terminal is gone, so it does not force the stop
    if (mayHurry !== undefined && (!mayHurry || signal === 'SIGHUP')) return;
    if (mayHurry) {
      started.workers?.kill();
      process.exit(1);
    }
    mayHurry = false;
    setTimeout(() => {
      mayHurry = true;
    }, SAME_SIGNAL_MS).unref();
    const isRetired = signal === 'retire';
    const drainMs = Math.max(drainMsOf(settings), isRetired ? LEAST_RETIRE_MS : 0);
    logger.info({ signal, drainMs }, 'stopping');
    await drain(started.server, drainMs, isRetired);
    const timeoutMs = started.workers === undefined ? FINISH_MS : drainMs + FINISH_MS + AFTER_WORKERS_MS;
    const timeout = setTimeout(() => {
      logger.warn('stopping with requests still in progress after 10 s');
      started.workers?.kill();
      void stopPostgres(started).then(() => process.exit(0));
    }, timeoutMs);
    await stopAll(started);
    clearTimeout(timeout);
    process.exit(0);
  };
  for (const signal of signals) {
    process.on(signal, () => {
      const isReload = signal === 'SIGHUP' && started.workers !== undefined && started.stopped === undefined;
      void (isReload ? started.workers?.reload() : stop(signal));
    });
  }
  return stop;
}

function drainMsOf(settings: Settings): number {
  return settings.CARDWRIGHT_DRAIN_MS ?? (settings.CARDWRIGHT_MODE === 'production' ? DRAIN_MS : 0);
}

/** Drains a server. One that does not serve yet needs no drain. */
async function drain(server: Server | undefined, drainMs: number, staysReady: boolean): Promise<void> {
  if (server === undefined || drainMs === 0) return;
  server.drain(staysReady);
  await delay(drainMs);
}

/**
 * Stops everything that has started, with the database last. Waits for a database that is still starting, so that it
 * does not keep running.
 */
export function stopAll(started: StartedProcesses): Promise<void> {
  started.stopped ??= (async () => {
    await started.workers?.stop();
    await started.server?.close().catch(() => {});
    await stopPostgres(started);
  })();
  return started.stopped;
}

async function stopPostgres(started: StartedProcesses): Promise<void> {
  const postgres = await started.postgres?.catch(() => undefined);
  await postgres?.stop();
}
