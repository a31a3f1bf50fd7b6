import { firstCharacters, type Warning } from '@cardwright/contract';
import type { Database } from '../storage/index.ts';
import { addWarnings, type CountedWarning } from './contract-warning-store.ts';

/** Maximum number of different warnings in memory between two writes. Further ones are only counted in the metric. */
const MAX_WARNINGS = 5_000;

/** Number of fields of one caller that are counted separately on a day. */
const MAX_FIELDS = 500;
const OTHER_FIELDS = '*';

/**
 * Counts accepted deviations by bank, caller, operation, path, rule and day. They are collected in memory and written
 * together every second: otherwise a network that always misspells one key would cost a row for each authorization. A
 * caller that always sends new fields gets a limited number of rows a day, and one more for all others.
 */
export interface WarningLedger {
  record(bankId: string, caller: string, operation: string, warnings: readonly Warning[], at: Date): void;
  /** Writes the collected warnings. */
  flush(): Promise<void>;
}

export function createWarningLedger(database: Database): WarningLedger {
  const fields = createFieldNames();
  let findings = new Map<string, CountedWarning>();
  let writing: Promise<void> = Promise.resolve();
  const flush = async () => {
    if (findings.size === 0) return;
    // rows have the same order on all servers, which avoids deadlocks
    const rows = [...findings].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
    findings = new Map();
    await addWarnings(database, rows);
  };
  return {
    record(bankId, caller, operation, warnings, at) {
      const day = at.toISOString().slice(0, 10);
      for (const { path: submittedPath, rule } of warnings) {
        const path = fields.fieldNameOf(`${bankId} ${caller}`, day, firstCharacters(submittedPath, 200));
        const key = JSON.stringify([bankId, day, caller, operation, path, rule]);
        const existing = findings.get(key);
        if (existing !== undefined) {
          existing.count++;
          existing.lastAt = at;
        } else if (findings.size < MAX_WARNINGS) {
          findings.set(key, {
            bankId,
            caller,
            operation,
            path,
            rule,
            count: 1n,
            firstAt: at,
            lastAt: at,
          });
        }
      }
    },
    flush() {
      // one flush at a time: when a call returns, all that was collected before it is written, also by a flush in
      // progress
      writing = writing.catch(() => {}).then(flush);
      return writing;
    },
  };
}

/** Selects the fields of a caller that are counted separately on a day: the first ones. */
function createFieldNames() {
  const reportedToday = new Map<string, { day: string; paths: Set<string> }>();
  return {
    fieldNameOf(caller: string, day: string, path: string): string {
      let reported = reportedToday.get(caller);
      if (reported === undefined || reported.day !== day) {
        reported = { day, paths: new Set() };
        reportedToday.set(caller, reported);
      }
      if (reported.paths.has(path)) return path;
      if (reported.paths.size >= MAX_FIELDS) return OTHER_FIELDS;
      reported.paths.add(path);
      return path;
    },
  };
}
