import { Worker } from 'node:worker_threads';
import { createGroupSemaphore } from '../../../platform/kernel/concurrency/group-semaphore.ts';
import type { AnalysisReport } from './analysis-response.ts';
import type { AnalysisTask } from './analysis-task.ts';

export type FromAnalysisWorker = { readonly report: AnalysisReport } | { readonly broken: string };

/** Answers tasks one at a time. Its threads need 150 MB, start with an analysis and end after a pause. */
export interface RuleAnalyzer {
  /** Banks take turns. Throws `Overloaded` if too many analyses of the bank wait. */
  analyze(bankId: string, task: AnalysisTask): Promise<AnalysisReport>;
}

/** The limit of the JavaScript heap. */
const HEAP_MB = 128;
/** The solver takes 0.4 s to start, so it keeps running while a person works on a rule. */
const IDLE_MS = 60_000;
/** The most waiting analyses of each bank. */
const MAX_QUEUE_LENGTH = 10;
/** Longer than an analysis of another bank. Clients of the SDK wait 60 seconds for the queue and the analysis together. */
const LONGEST_WAIT_MS = 30_000;

/** @param worker the file of its thread, which reads the subjects that are posted to it */
export function createRuleAnalyzer(worker: URL): RuleAnalyzer {
  const turns = createGroupSemaphore({ longestWaitMs: LONGEST_WAIT_MS, maxWaiting: MAX_QUEUE_LENGTH });
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    void thread?.terminate();
    thread = undefined;
  };
  return {
    async analyze(bankId, task) {
      const release = await turns.take(bankId);
      clearTimeout(idle);
      thread ??= startThread(worker, end);
      try {
        return await run(thread, task);
      } catch (error) {
        end();
        throw error;
      } finally {
        idle = setTimeout(end, IDLE_MS).unref();
        release();
      }
    },
  };
}

function startThread(file: URL, onError: () => void): Worker {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  worker.on('error', onError);
  // an analysis does not keep the process alive
  worker.unref();
  return worker;
}

/** Needs no time limit: the thread ends a question that takes too long, so it always answers. */
function run(worker: Worker, task: AnalysisTask): Promise<AnalysisReport> {
  return new Promise((resolve, reject) => {
    const leave = () => worker.off('message', receive).off('error', fail).off('exit', fail);
    const receive = (message: FromAnalysisWorker) => {
      leave();
      if ('report' in message) resolve(message.report);
      else reject(new Error(message.broken));
    };
    const fail = (reason: unknown) => {
      leave();
      reject(new Error(`the thread of an analysis ended: ${String(reason)}`));
    };
    worker.on('message', receive).on('error', fail).on('exit', fail);
    worker.postMessage(task);
  });
}
