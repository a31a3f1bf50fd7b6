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

/** A worker that ends by itself is started again after this long, and after twice as long each time it ends at once again. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A worker that was ready for so long did not end at once. */
const LIVED_MS = 30_000;

/** One of the workers, whichever process does its work now. */
interface Place {
  /** From 0. */
  readonly at: number;
  worker: Worker;
  pauseMs: number;
}

export interface Workers {
  /** Starts each one anew while the others serve. Does nothing while that is under way. */
  reload(): Promise<void>;
  /** Ends all of them after what they have begun. */
  stop(): Promise<void>;
  /** Ends them at once. */
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
  /** The process that serves at each place, as the peers are notified. */
  readonly seats: (Worker | undefined)[];
  /** Of the sockets by which they reach each other. */
  readonly folder: string;
  /** The message of the first worker when it became ready. */
  lines: readonly string[] | undefined;
  isStopping: boolean;
}

/**
 * Starts several servers in processes of their own, which share the port: this one takes the connections and deals them out.
 * The first one prepares the database before the others start.
 * @returns them at once, and when all listen what the first one wants to be printed. Where one cannot start, it has told why.
 */
export function startWorkers(deps: WorkersDeps): { workers: Workers; listening: Promise<readonly string[]> } {
  // the answers of workers are metrics, with values that JSON has not
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

/** The worker has the place from now on. One that is started for a place that another one got meanwhile never has it. */
function settle(place: Place, worker: Worker, run: Run): void {
  place.worker = worker;
  seat(run, place.at, worker);
  keepAlive(place, run);
}

/** A worker that listens; throws where it ends before. */
async function startOne(run: Run, at: number): Promise<Worker> {
  const worker = cluster.fork();
  worker.on('exit', () => {
    run.ready.delete(worker);
    run.rounds.forget(worker);
    if (run.seats[at] === worker) seat(run, at, undefined);
  });
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWorkerProcess) => {
      if (message.kind === 'ask') run.rounds.collect(worker, message, [...run.ready]);
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
  // the first one does the periodic work of all
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

/** Replaces the worker of a place whenever it ends by itself. */
function keepAlive(place: Place, run: Run): void {
  const { worker } = place;
  const readyAt = performance.now();
  const replace = (code: number | null, signal: string | null) => {
    if (run.isStopping || place.worker !== worker) return;
    if (performance.now() - readyAt > LIVED_MS) place.pauseMs = FIRST_PAUSE_MS;
    run.logger.error({ code, signal, pauseMs: place.pauseMs }, 'worker exited; starting a new one');
    void replaceEnded(place, run);
  };
  // the first one may have ended while the others started
  const { exitCode, signalCode } = worker.process;
  if (worker.isDead()) replace(exitCode, signalCode);
  else worker.once('exit', replace);
}

async function replaceEnded(place: Place, run: Run): Promise<void> {
  const ended = place.worker;
  // a reload may have put another one there
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
      // while they start for the first time there is nothing to start anew
      reloading ??= listening
        .then(
          () => reloadAll(places, run),
          // what could not start ends by itself
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

/** One after the other; the next one begins when the new one listens and the old one has ended. */
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
    // who was there until now: it may be another one than at the start
    const old = place.worker;
    settle(place, worker, run);
    await retire(old);
  }
  run.logger.info('all workers restarted');
}

/** Its callers take their connections elsewhere, and it ends. */
async function retire(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  sendTo(worker, { kind: 'retire' });
  await exited;
}

/** It finishes what it has begun, within a time that it keeps itself. */
async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exited;
}
