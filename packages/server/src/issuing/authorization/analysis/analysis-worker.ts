import { parentPort } from 'node:worker_threads';
import type { TaskOutcome } from '../../../platform/kernel/concurrency/task-thread.ts';
import { type AnalysisTask, answerTask, createSolver } from '../../rules/index.ts';
import { translateDecision } from './analyzed-decision.ts';

/**
 * Translates accounts to logic and asks the questions on this thread, because both would block the server's event loop
 * for too long. The solver has a thread of its own.
 */
const solver = createSolver();

parentPort?.on('message', async (task: AnalysisTask) => {
  const outcome: TaskOutcome<unknown> = await answerTask(solver, translateDecision, task).then(
    (result) => ({ result }),
    (error: unknown) => ({ broken: String(error) }),
  );
  parentPort?.postMessage(outcome);
});
