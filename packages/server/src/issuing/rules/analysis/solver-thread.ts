import { Worker } from 'node:worker_threads';

/** A question of satisfiability in SMT-LIB. */
export interface SolverTask {
  /** Declarations and assertions. */
  readonly script: string;
  /** Terms that the found values meet if possible. */
  readonly preferences: readonly string[];
  /** Names whose values the answer contains. */
  readonly values: readonly string[];
}

export type FromSolverWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly verdict: string; readonly values: string }
  | { readonly kind: 'broken'; readonly message: string };

export type SolverAnswer =
  | { readonly verdict: 'sat'; readonly values: ReadonlyMap<string, string> }
  | { readonly verdict: 'unsat' }
  | { readonly verdict: 'undecided'; readonly reason: 'time' | 'failure' };

/** Decides questions one after the other on a thread of its own, which starts with the first question. */
export interface Solver {
  /** Returns `undecided` if the solver does not answer within the time; its thread has then ended. */
  solve(task: SolverTask, limitMs: number): Promise<SolverAnswer>;
  close(): Promise<void>;
}

const WORKER = new URL('./solver-worker.js', import.meta.url);
/** The limit of the JavaScript heap. The worker limits the solver's own memory. */
const HEAP_MB = 64;
/** Loading the solver takes 0.4 s on a free processor, and does not count towards the time of a question. */
const LOAD_MS = 20_000;
const TOO_LONG = 'time';

export function createSolver(): Solver {
  let thread: Worker | undefined;
  const end = async (): Promise<void> => {
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  };
  const next = (limitMs: number, task?: SolverTask): Promise<FromSolverWorker> =>
    new Promise((resolve) => {
      const worker = thread as Worker;
      const done = (message: FromSolverWorker) => {
        clearTimeout(timer);
        worker.off('message', done).off('error', fail).off('exit', fail);
        resolve(message);
      };
      const fail = (reason: unknown) => done({ kind: 'broken', message: String(reason) });
      const timer = setTimeout(fail, limitMs, TOO_LONG);
      worker.on('message', done).on('error', fail).on('exit', fail);
      if (task !== undefined) worker.postMessage(task);
    });
  return {
    async solve(task, limitMs) {
      if (thread === undefined) {
        thread = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
        // an error between two questions ends the thread, and the next question fails
        thread.on('error', () => {});
        const loaded = await next(LOAD_MS);
        if (loaded.kind !== 'ready') {
          await end();
          return { verdict: 'undecided', reason: 'failure' };
        }
      }
      const answer = await next(limitMs, task);
      if (answer.kind === 'answer') {
        if (answer.verdict === 'sat') return { verdict: 'sat', values: valuesOf(answer.values) };
        if (answer.verdict === 'unsat') return { verdict: 'unsat' };
      }
      // the solver can be in any state after an error
      await end();
      return {
        verdict: 'undecided',
        reason: answer.kind === 'broken' && answer.message === TOO_LONG ? 'time' : 'failure',
      };
    },
    close: end,
  };
}

/** Reads `((f_amount 100) (f_isForeign true))`. */
function valuesOf(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/\(([^\s()]+) ([^\s()]+)\)/g)].map(([, name = '', value = '']) => [name, value]));
}
