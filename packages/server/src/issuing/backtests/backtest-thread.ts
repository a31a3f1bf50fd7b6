import { Worker } from 'node:worker_threads';
import type { ConnectionSettings } from '../../platform/storage/index.ts';
import type { RunOrder, RunOutcome } from './carry-out.ts';

export interface BacktestTask {
  readonly connection: ConnectionSettings;
  readonly order: RunOrder;
}

export type FromBacktestWorker =
  | { readonly kind: 'ended'; readonly outcome: RunOutcome }
  | { readonly kind: 'broken'; readonly message: string };

const WORKER = new URL('./backtest-worker.js', import.meta.url);
const MEMORY_MB = 512;

/** Carries out a run on its own thread. Rejects if the thread fails or is ended. */
export function runOnThread(connection: ConnectionSettings, order: RunOrder, ended: AbortSignal): Promise<RunOutcome> {
  return new Promise((resolve, reject) => {
    ended.throwIfAborted();
    const task: BacktestTask = { connection, order };
    const worker = new Worker(WORKER, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    const stop = () => void worker.terminate();
    ended.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: FromBacktestWorker) => {
      if (message.kind === 'ended') resolve(message.outcome);
      else reject(new Error(message.message));
    });
    worker.on('error', reject);
    worker.on('exit', () => {
      ended.removeEventListener('abort', stop);
      reject(new Error('the thread of a backtest ended'));
    });
    // a run does not keep the process alive
    worker.unref();
  });
}
