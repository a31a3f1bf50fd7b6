export { bureauKeyProblem } from './bureau-key.ts';
export {
  type EmbossDeps,
  type EmbossOutcome,
  type EmbossRequest,
  embossBank,
} from './emboss-bank.ts';
export { type EmbossingSchedule, embossOnSchedule } from './embossing-schedule.ts';
export { type EmbossingOverview, readOverview } from './overview.ts';
export { queuePlastic } from './queue-store.ts';
export { type ReprintOutcome, reprintRun } from './reprint-run.ts';
export { recordContext } from './run-records.ts';
export type { Remarks } from './sort-waiting.ts';
export type { AtStep } from './write-durably.ts';
export type { WrittenFile } from './write-run.ts';
