import { createGroupSemaphore } from '../../../platform/kernel/concurrency/group-semaphore.ts';
import { createTaskThread } from '../../../platform/kernel/concurrency/task-thread.ts';
import type { AnalysisReport } from './analysis-response.ts';
import type { AnalysisTask } from './analysis-task.ts';

/**
 * Analyzes tasks one at a time. Its threads need 150 MB, start with an analysis and end after a pause. The solver of the
 * thread ends a question that takes too long, so each task ends.
 */
export interface RuleAnalyzer {
  /** Banks take turns. Throws `Overloaded` if too many analyses of the bank wait. */
  analyze(bankId: string, task: AnalysisTask): Promise<AnalysisReport>;
  /** Ends the running analysis and all later ones, which reject. */
  close(): Promise<void>;
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
  const semaphore = createGroupSemaphore({ longestWaitMs: LONGEST_WAIT_MS, maxWaiting: MAX_QUEUE_LENGTH });
  let isClosed = false;
  const thread = createTaskThread<AnalysisTask, AnalysisReport>(worker, { heapMb: HEAP_MB, idleMs: IDLE_MS });
  return {
    async analyze(bankId, task) {
      const release = await semaphore.take(bankId);
      try {
        if (isClosed) throw new Error('the server ends');
        return await thread.run(task);
      } finally {
        release();
      }
    },
    close: async () => {
      isClosed = true;
      await thread.close();
    },
  };
}
