import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ConnectionSettings } from '../storage/index.ts';
import { createWorkersRound, sendTo, type WorkersRound } from './request-workers.ts';
import type { FromWorkerProcess, WorkersPart } from './worker-messages.ts';

/**
 * The delay in milliseconds before a worker that exited is replaced. It doubles each time the replacement exits early.
 */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** In milliseconds. A worker that was ready for longer than this did not exit early. */
const LIVED_MS = 30_000;

/** A place for one worker. Its process can be replaced. */
interface Place {
  /** The number of the place, from 0. */
  readonly at: number;
  worker: Worker;
  pauseMs: number;
}

export interface Workers {
  /** Restarts the workers one after the other, while the others serve. Does nothing if a reload is running. */
  reload(): Promise<void>;
  /** Stops all workers after their running requests. */
  stop(): Promise<void>;
  /** Kills all workers at once. */
  kill(): void;
}

export interface WorkersDeps {
  /** The program of a worker: a file. */
  readonly program: string;
  readonly count: number;
  readonly connection: ConnectionSettings;
  readonly logger: Logger;
}

interface Run extends WorkersDeps {
  readonly rounds: WorkersRound;
  readonly ready: Set<Worker>;
  /** The process that serves at each place, as the peers know it. */
  readonly seats: (Worker | undefined)[];
  /** The folder of the sockets between the workers. */
  readonly folder: string;
  /** The message of the first worker when it became ready. */
  lines: readonly string[] | undefined;
  isStopping: boolean;
}

/**
 * Starts several servers in separate processes that share the port. This process accepts the connections and
 * distributes them. The first worker prepares the database before the others start.
 * @returns the workers at once. `listening` resolves with the message of the first worker when all of them listen, and
 * rejects if one of them fails to start, which that worker has reported.
 */
export function startWorkers(deps: WorkersDeps): { workers: Workers; listening: Promise<readonly string[]> } {
  // the answers of workers contain metrics with values that JSON cannot represent
  cluster.setupPrimary({ exec: deps.program, serialization: 'advanced' });
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-workers-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const rounds = createWorkersRound();
  const run: Run = { ...deps, rounds, ready: new Set(), seats: [], folder, lines: undefined, isStopping: false };
  const places: Place[] = [];
  const listening = openAll(places, run);
  return { workers: workersAt(places, run, listening), listening };
}

async function openAll(places: Place[], run: Run): Promise<readonly string[]> {
  places.push(await open(run, 0));
  const others = Array.from({ length: run.count - 1 }, (_, at) => open(run, at + 1));
  places.push(...(await Promise.all(others)));
  for (const place of places) keepAlive(place, run);
  return run.lines ?? [];
}

async function open(run: Run, at: number): Promise<Place> {
  const worker = await startOne(run, at);
  seat(run, at, worker);
  return { at, worker, pauseMs: FIRST_PAUSE_MS };
}

/** Assigns the place to the worker. Do not call it if another worker got the place in the meantime. */
function settle(place: Place, worker: Worker, run: Run): void {
  place.worker = worker;
  seat(run, place.at, worker);
  keepAlive(place, run);
}

/** Starts a worker, and returns it when it listens. Throws if it exits before. */
async function startOne(run: Run, at: number): Promise<Worker> {
  const worker = cluster.fork();
  worker.on('exit', () => {
    run.ready.delete(worker);
    run.rounds.delete(worker);
    if (run.seats[at] === worker) seat(run, at, undefined);
  });
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWorkerProcess) => {
      if (message.kind === 'request') run.rounds.collect(worker, message, [...run.ready]);
      else if (message.kind === 'answer') run.rounds.answer(worker, message);
      else if (message.kind === 'listens') sendTo(worker, { kind: 'start', part: partOf(worker, run, at) });
      else {
        run.ready.add(worker);
        run.lines ??= message.lines;
        resolve();
      }
    });
    worker.once('exit', () => reject(new Error('a worker failed to start')));
  });
  return worker;
}

function partOf(worker: Worker, { connection, folder, count }: Run, at: number): WorkersPart {
  // only the first worker runs the periodic jobs
  return { connection, runsPeriodicJobs: at === 0, peers: { place: at, count, address: addressOf(worker, folder) } };
}

function addressOf({ process: { pid } }: Worker, folder: string): string {
  return join(folder, `${pid}.sock`);
}

/** Notifies all workers of the processes that serve at the places. */
function seat(run: Run, at: number, worker: Worker | undefined): void {
  run.seats[at] = worker?.isDead() ? undefined : worker;
  const addresses = Array.from(run.seats, (one) => one && addressOf(one, run.folder));
  for (const one of run.ready) sendTo(one, { kind: 'peers', addresses });
}

/** Replaces the worker of a place whenever it exits unexpectedly. */
function keepAlive(place: Place, run: Run): void {
  const { worker } = place;
  const readyAt = performance.now();
  const replace = (code: number | null, signal: string | null) => {
    if (run.isStopping || place.worker !== worker) return;
    if (performance.now() - readyAt > LIVED_MS) place.pauseMs = FIRST_PAUSE_MS;
    run.logger.error({ code, signal, pauseMs: place.pauseMs }, 'worker exited; starting a new one');
    void replaceEnded(place, run);
  };
  // the worker may have exited while the others started
  const { exitCode, signalCode } = worker.process;
  if (worker.isDead()) replace(exitCode, signalCode);
  else worker.once('exit', replace);
}

async function replaceEnded(place: Place, run: Run): Promise<void> {
  const ended = place.worker;
  // a reload may have put another worker there
  while (!run.isStopping && place.worker === ended) {
    await delay(place.pauseMs);
    place.pauseMs = Math.min(place.pauseMs * 2, LONGEST_PAUSE_MS);
    try {
      const worker = await startOne(run, place.at);
      if (run.isStopping || place.worker !== ended) return await end(worker);
      return settle(place, worker, run);
    } catch {
      run.logger.error({ pauseMs: place.pauseMs }, 'worker failed to start; retrying');
    }
  }
}

function workersAt(places: readonly Place[], run: Run, listening: Promise<unknown>): Workers {
  let reloading: Promise<void> | undefined;
  return {
    reload: () => {
      // during the first start, there is nothing to restart
      reloading ??= listening
        .then(
          () => reloadAll(places, run),
          // a worker that fails to start exits
          () => {},
        )
        .finally(() => {
          reloading = undefined;
        });
      return reloading;
    },
    stop: async () => {
      run.isStopping = true;
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)));
    },
    kill: () => {
      run.isStopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
    },
  };
}

/** Restarts one worker after the other. The next restart begins when the new worker listens and the old one has exited. */
async function reloadAll(places: readonly Place[], run: Run): Promise<void> {
  run.logger.info('restarting all workers');
  for (const place of places) {
    if (run.isStopping) return;
    let worker: Worker;
    try {
      worker = await startOne(run, place.at);
    } catch {
      run.logger.error('a new worker failed to start; the previous workers continue to serve');
      return;
    }
    // read it now, because the worker may have been replaced since the start
    const old = place.worker;
    settle(place, worker, run);
    await retire(old);
  }
  run.logger.info('all workers restarted');
}

/** Requests a worker to close its connections, so that its callers open others, and waits for its exit. */
async function retire(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  sendTo(worker, { kind: 'retire' });
  await exited;
}

/** Stops a worker, which finishes its running requests within its own time limit. */
async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exited;
}
