import { Worker } from 'node:worker_threads';
import type { ShardResult } from './shard.ts';
import type { WorkerJob } from './simulation-worker.ts';

const FILE = new URL('./simulation-worker.js', import.meta.url);

/** The outcome of a job: its result, the reason for a failure, or that it exceeded its time. */
export type WorkerAnswer = ShardResult | string | 'hangs';

/**
 * Runs jobs on several threads, each as soon as a thread is free.
 * @param report receives each answer; if it returns true, the work ends
 * @param mostMs the time after which a job counts as hanging
 */
export async function workOnThreads<Job extends WorkerJob>(
  jobs: Iterable<Job>,
  cores: number,
  report: (job: Job, answer: WorkerAnswer, ms: number) => boolean,
  mostMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const queue = jobs[Symbol.iterator]();
  let isOver = false;
  const lane = async () => {
    let worker = new Worker(FILE);
    try {
      while (!isOver) {
        const { value: job, done } = queue.next();
        if (done === true) return;
        const beganAt = performance.now();
        const answer = await answerOf(worker, job, mostMs);
        if (answer === 'hangs') {
          await worker.terminate();
          worker = new Worker(FILE);
        }
        isOver ||= report(job, answer, performance.now() - beganAt);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: cores }, lane));
}

function answerOf(worker: Worker, job: WorkerJob, mostMs: number): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const timer = mostMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => end('hangs'), mostMs);
    const end = (answer: WorkerAnswer) => {
      clearTimeout(timer);
      worker.off('message', end);
      worker.off('error', reject);
      resolve(answer);
    };
    worker.on('message', end);
    worker.on('error', reject);
    worker.postMessage(job);
  });
}
