import { parentPort } from 'node:worker_threads';
import { type AnalysisTask, answerTask, createSolver, type FromAnalysisWorker } from '../../rules/index.ts';
import { translateDecision } from './analyzed-decision.ts';

/**
 * Translates accounts to logic and asks the questions on this thread, because both would block the server's event loop
 * for too long. The solver has a thread of its own.
 */
const solver = createSolver();

parentPort?.on('message', async (task: AnalysisTask) => {
  const answer = await answerTask(solver, translateDecision, task).then(
    (report): FromAnalysisWorker => ({ report }),
    (error: unknown): FromAnalysisWorker => ({ broken: String(error) }),
  );
  parentPort?.postMessage(answer);
});
