import { Worker } from 'node:worker_threads';
import { createSemaphore } from './semaphore.ts';

/** What the code of a thread posts for each task that it receives. */
export type TaskOutcome<Result> = { readonly result: Result } | { readonly broken: string };

/** A thread for tasks, which run one at a time. It starts with the first task, and ends after a pause or an error. */
export interface TaskThread<Task, Result> {
  /** Waits for earlier tasks. Rejects if the task fails or its thread ends; the next task then starts another thread. */
  run(task: Task): Promise<Result>;
  close(): Promise<void>;
}

interface ThreadOptions {
  /** The maximum memory of its JavaScript. */
  readonly heapMb: number;
  /** How long it waits for another task before it ends. */
  readonly idleMs: number;
  /** What `workerData` is in the thread. */
  readonly workerData?: unknown;
}

/**
 * @param file the built code of the thread, which reads the tasks that are posted to it
 * @example const thread = createTaskThread<DigestTask, string>(WORKER, { heapMb: 64, idleMs: 60_000 });
 */
export function createTaskThread<Task, Result>(
  file: URL,
  { heapMb, idleMs, workerData }: ThreadOptions,
): TaskThread<Task, Result> {
  const semaphore = createSemaphore(1);
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = async () => {
    const ended = worker;
    worker = undefined;
    clearTimeout(idle);
    await ended?.terminate();
  };
  const start = () => {
    const started = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    // Without a listener, an error between two tasks would end the process.
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    // A thread does not keep the process alive.
    started.unref();
    return started;
  };
  return {
    async run(task) {
      const release = await semaphore.take();
      clearTimeout(idle);
      try {
        worker ??= start();
        return await runTask<Task, Result>(worker, task);
      } catch (error) {
        await end();
        throw error;
      } finally {
        idle = setTimeout(end, idleMs).unref();
        release();
      }
    },
    close: end,
  };
}

function runTask<Task, Result>(worker: Worker, task: Task): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => worker.off('message', receive).off('error', fail).off('exit', fail);
    const receive = (outcome: TaskOutcome<Result>) => {
      leave();
      if ('result' in outcome) resolve(outcome.result);
      else reject(new Error(outcome.broken));
    };
    const fail = (reason: unknown) => {
      leave();
      reject(new Error(`the thread ended: ${String(reason)}`));
    };
    worker.on('message', receive).on('error', fail).on('exit', fail);
    worker.postMessage(task);
  });
}
