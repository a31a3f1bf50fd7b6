import { parentPort } from 'node:worker_threads';
import { type AnalysisTask, answerTask, createSolver, type FromAnalysisWorker } from '../../rules/index.ts';
import { translateDecision } from './analyzed-decision.ts';

/**
 * This thread translates accounts to logic and asks the questions, because both take longer than the thread of the server
 * may be busy. The solver has a thread of its own.
 */
const solver = createSolver();

parentPort?.on('message', async (task: AnalysisTask) => {
  const answer = await answerTask(solver, translateDecision, task).then(
    (report): FromAnalysisWorker => ({ report }),
    (error: unknown): FromAnalysisWorker => ({ broken: String(error) }),
  );
  parentPort?.postMessage(answer);
});
