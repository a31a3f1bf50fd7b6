import { setTimeout as delay } from 'node:timers/promises';
import { signalLeftOverChildren } from './left-over-children.ts';
import type { Log } from './options.ts';
import { clearTheWay } from './orphan.ts';
import { type Postmaster, type PostmasterSpec, startPostmaster } from './postmaster.ts';
import { becomesReady, ensureDatabase } from './ready.ts';

/**
 * Pauses before consecutive restarts; after the last one we give up. The first is short, so that a crash costs little.
 */
const PAUSES_MS = [20, 250, 1_000, 2_000, 4_000, 8_000];
/** After the server ran this long, a crash counts as the first one again. */
const STEADY_AFTER_MS = 60_000;
/** How long the children of a killed server may take to end before we give up. */
const SHARED_MEMORY_WAIT_MS = 20_000;
const SHARED_MEMORY_FORCE_MS = 2_000;
const SHARED_MEMORY_POLL_MS = 100;

export interface Supervised {
  pid(): number | undefined;
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

class Stopping extends Error {}

/** Starts the server and keeps it running until stop() is called. */
export async function supervise(spec: PostmasterSpec, stillOwned: () => boolean, log: Log): Promise<Supervised> {
  const stopped = new AbortController();
  let current: Postmaster | undefined;

  async function bringUp(): Promise<Postmaster> {
    const since = Date.now();
    for (;;) {
      await clearTheWay(spec.dataPath, log);
      if (stopped.signal.aborted) throw new Stopping();
      if (!stillOwned())
        throw new Error(`${spec.dataPath} is no longer owned by this process: it was taken over or removed.`);
      const postmaster = startPostmaster(spec);
      current = postmaster;
      if (await becomesReady(postmaster, spec.dataPath, log)) return postmaster;
      const how = await postmaster.ended;
      if (stopped.signal.aborted) throw new Stopping();
      const lines = postmaster.lastLogLines();
      if (!lines.includes('pre-existing shared memory block') || Date.now() - since > SHARED_MEMORY_WAIT_MS) {
        throw new Error(`The database server did not start: ${how}\n${lines}`.trim());
      }
      const isSlow = Date.now() - since > SHARED_MEMORY_FORCE_MS;
      signalLeftOverChildren(spec.dataPath, isSlow ? 'SIGKILL' : 'SIGQUIT');
      await pause(SHARED_MEMORY_POLL_MS);
    }
  }

  async function keepUp(first: Postmaster): Promise<void> {
    let running: Postmaster | undefined = first;
    let upSince = Date.now();
    for (let failures = 0; ; failures += 1) {
      if (running) {
        const how = await running.ended;
        if (stopped.signal.aborted) return;
        if (Date.now() - upSince > STEADY_AFTER_MS) failures = 0;
        const detail = { how, lastLines: running.lastLogLines() };
        log({ level: 'error', message: 'the database server ended unexpectedly', detail });
      }
      const pauseMs = PAUSES_MS[failures];
      if (pauseMs === undefined) {
        log({ level: 'error', message: 'the database server keeps crashing and is not restarted; see its postgres.log' });
        return;
      }
      await pause(pauseMs);
      running = await restart(failures + 1);
      upSince = Date.now();
      if (stopped.signal.aborted) return;
    }
  }

  async function restart(attempt: number): Promise<Postmaster | undefined> {
    try {
      const postmaster = await bringUp();
      const detail = { pid: postmaster.pid(), attempt };
      log({ level: 'warn', message: 'the database server was restarted and has recovered', detail });
      return postmaster;
    } catch (error) {
      if (!(error instanceof Stopping)) log({ level: 'error', message: (error as Error).message, detail: { attempt } });
      return undefined;
    }
  }

  const pause = (milliseconds: number) =>
    delay(milliseconds, undefined, { signal: stopped.signal }).catch(() => undefined);

  const first = await bringUp();
  try {
    await ensureDatabase(spec.socketDirectory);
  } catch (error) {
    await first.shutDown();
    throw error;
  }
  const kept = keepUp(first);
  return {
    pid: () => current?.pid(),
    signal: (name) => current?.signal(name),
    async stop() {
      stopped.abort();
      await current?.shutDown();
      await kept;
    },
  };
}
