import type { Warning } from '@cardwright/contract';
import { MAX_REPORTED } from './finding-list.ts';

/** Lists the first warnings of a request and counts the others: there can be fifty for each of ten thousand merchants. */
export interface WarningList {
  /** Adds warnings. Returns those that are within the limit. */
  take(warnings: readonly Warning[]): readonly Warning[];
  /** Number of warnings that are not listed. */
  readonly omittedCount: number;
}

export function collectWarnings(): WarningList {
  let reportedCount = 0;
  let omittedCount = 0;
  return {
    get omittedCount() {
      return omittedCount;
    },
    take(warnings) {
      const reported = warnings.slice(0, MAX_REPORTED - reportedCount);
      reportedCount += reported.length;
      omittedCount += warnings.length - reported.length;
      return reported;
    },
  };
}
