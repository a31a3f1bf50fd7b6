import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './options.ts';
import { prepareDataDirectory } from './orphan.ts';
import { signalOrphans } from './orphans.ts';
import { type Postmaster, type PostmasterSpec, startPostmaster } from './postmaster.ts';
import { becomesReady, ensureDatabase } from './ready.ts';

/**
 * Pauses before consecutive restarts. After the last pause, the supervisor gives up. The first pause is short, so that
 * a single crash costs little.
 */
const PAUSES_MS = [20, 250, 1_000, 2_000, 4_000, 8_000];
/** If the server ran this long, the next crash counts as the first one again. */
const STEADY_AFTER_MS = 60_000;
/** The maximum time that the children of a killed server may take to end before the supervisor gives up. */
const SHARED_MEMORY_WAIT_MS = 20_000;
const SHARED_MEMORY_FORCE_MS = 2_000;
const SHARED_MEMORY_POLL_MS = 100;

export interface Supervisor {
  pid(): number | undefined;
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

class Stopping extends Error {}

/** Starts the server and keeps it running until stop() is called. */
export async function supervise(spec: PostmasterSpec, stillOwned: () => boolean, log: Log): Promise<Supervisor> {
  const stopped = new AbortController();
  const watched: Watched = { spec, stillOwned, log, stopped: stopped.signal, current: undefined };
  const first = await startServer(watched);
  try {
    await ensureDatabase(spec.socketDirectory);
  } catch (error) {
    await first.shutDown();
    throw error;
  }
  const supervision = superviseRestarts(watched, first);
  return {
    pid: () => watched.current?.pid(),
    signal: (name) => watched.current?.signal(name),
    async stop() {
      stopped.abort();
      await watched.current?.shutDown();
      await supervision;
    },
  };
}

interface Watched {
  readonly spec: PostmasterSpec;
  readonly stillOwned: () => boolean;
  readonly log: Log;
  readonly stopped: AbortSignal;
  /** The most recently started server. */
  current: Postmaster | undefined;
}

async function startServer(watched: Watched): Promise<Postmaster> {
  const { spec, stillOwned, log, stopped } = watched;
  const since = Date.now();
  for (;;) {
    await prepareDataDirectory(spec.dataPath, log);
    if (stopped.aborted) throw new Stopping();
    if (!stillOwned())
      throw new Error(
        `${spec.dataPath} no longer belongs to this process: another process took it over, or it was removed.`,
      );
    const postmaster = startPostmaster(spec);
    watched.current = postmaster;
    if (await becomesReady(postmaster, spec.dataPath, log)) return postmaster;
    const how = await postmaster.ended;
    if (stopped.aborted) throw new Stopping();
    const lines = postmaster.lastLogLines();
    if (!lines.includes('pre-existing shared memory block') || Date.now() - since > SHARED_MEMORY_WAIT_MS) {
      throw new Error(`The database server failed to start: ${how}\n${lines}`.trim());
    }
    const isSlow = Date.now() - since > SHARED_MEMORY_FORCE_MS;
    signalOrphans(spec.dataPath, isSlow ? 'SIGKILL' : 'SIGQUIT');
    await pause(watched, SHARED_MEMORY_POLL_MS);
  }
}

async function superviseRestarts(watched: Watched, first: Postmaster): Promise<void> {
  const { log, stopped } = watched;
  let running: Postmaster | undefined = first;
  let upSince = Date.now();
  for (let failures = 0; ; failures += 1) {
    if (running) {
      const how = await running.ended;
      if (stopped.aborted) return;
      if (Date.now() - upSince > STEADY_AFTER_MS) failures = 0;
      const detail = { how, lastLines: running.lastLogLines() };
      log({ level: 'error', message: 'the database server ended unexpectedly', detail });
    }
    const pauseMs = PAUSES_MS[failures];
    if (pauseMs === undefined) {
      log({
        level: 'error',
        message: 'the database server keeps crashing and is not restarted; see postgres.log in the data directory',
      });
      return;
    }
    await pause(watched, pauseMs);
    running = await restart(watched, failures + 1);
    upSince = Date.now();
    if (stopped.aborted) return;
  }
}

async function restart(watched: Watched, attempt: number): Promise<Postmaster | undefined> {
  const { log } = watched;
  try {
    const postmaster = await startServer(watched);
    const detail = { pid: postmaster.pid(), attempt };
    log({ level: 'warn', message: 'the database server was restarted and has recovered', detail });
    return postmaster;
  } catch (error) {
    if (!(error instanceof Stopping)) log({ level: 'error', message: (error as Error).message, detail: { attempt } });
    return undefined;
  }
}

/** Pauses. Ends early when the server has to stop. */
async function pause({ stopped }: Watched, milliseconds: number): Promise<void> {
  await delay(milliseconds, undefined, { signal: stopped }).catch(() => undefined);
}
