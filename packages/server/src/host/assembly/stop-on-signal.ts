import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedPostgres } from '@cardwright/embedded-postgres';
import type { Logger } from 'pino';
import type { Workers } from '../../platform/workers/supervise.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Server } from './server.ts';

/** How long proxies have, in production, to see that nothing more should be sent here. */
const DRAIN_MS = 5_000;
/** How long requests have that are still running after that. */
const FINISH_MS = 10_000;
/** How long callers of a worker that is replaced have, at least, to take their connections elsewhere. */
const LEAST_RETIRE_MS = 1_000;
/** How much later than a worker its supervisor gives up. */
const AFTER_WORKERS_MS = 1_000;
/** A signal to the whole group of processes reaches us twice where npm passes it on; that is no wish to hurry. */
const SAME_SIGNAL_MS = 1_000;

/** Everything started so far, which has to be stopped. */
export interface StartedProcesses {
  postgres?: Promise<EmbeddedPostgres>;
  server?: Server;
  workers?: Workers;
  /** Set once all of it is being stopped. */
  stopped?: Promise<void>;
}

/** Stops everything; `retire` where other workers serve on behind the same address. */
export type Stop = (why: NodeJS.Signals | 'retire') => Promise<void>;

export interface StopDeps {
  readonly settings: Settings;
  readonly logger: Logger;
}

/**
 * First signal: say that nothing more should be sent here, serve on for a moment, stop accepting, finish running requests,
 * close. A second signal does not wait for them. With workers, SIGHUP starts them anew instead.
 */
export function stopOnSignal(
  started: StartedProcesses,
  { settings, logger }: StopDeps,
  signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'],
): Stop {
  let mayHurry: boolean | undefined;
  const stop: Stop = async (signal) => {
    // a start that failed ends by itself, and says why
    if (mayHurry === undefined && started.stopped !== undefined) return;
    // who started us is gone: that is said besides, and never a wish to hurry
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
    const patienceMs = started.workers === undefined ? FINISH_MS : drainMs + FINISH_MS + AFTER_WORKERS_MS;
    const giveUp = setTimeout(() => {
      logger.warn('stopping although requests are still running after 10 s');
      started.workers?.kill();
      void stopPostgres(started).then(() => process.exit(0));
    }, patienceMs);
    await stopAll(started);
    clearTimeout(giveUp);
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

/** A server that does not serve yet has nobody to tell. */
async function drain(server: Server | undefined, drainMs: number, staysReady: boolean): Promise<void> {
  if (server === undefined || drainMs === 0) return;
  server.drain(staysReady);
  await delay(drainMs);
}

/**
 * Stops everything that was started, the database last. Waits for a database that is still starting, so that it is not
 * left running.
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
