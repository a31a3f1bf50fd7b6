import { parentPort } from 'node:worker_threads';
import { createCalendar } from '../../../platform/kernel/time/calendar.ts';
import { analyze } from './analyze.ts';
import type { AnalysisTask, FromAnalysisWorker } from './analyzer.ts';
import { createSolver } from './solver-thread.ts';

/** This thread asks the questions, because long rules make long questions. The solver has a thread of its own. */
const solver = createSolver();
const NO_CUT_OFF = '00:00';

parentPort?.on('message', async ({ subject, setting, limits }: AnalysisTask) => {
  const { localTime } = createCalendar(setting.timeZone, NO_CUT_OFF);
  const answer = await analyze(solver, subject, { ...setting, localTime }, limits).then(
    (analysis): FromAnalysisWorker => ({ analysis }),
    (error: unknown): FromAnalysisWorker => ({ broken: String(error) }),
  );
  parentPort?.postMessage(answer);
});
