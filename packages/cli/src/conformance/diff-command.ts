import { readFileSync } from 'node:fs';
import { print } from '../output/print.ts';
import { diffLines, diffReports, isWorse, readReport } from './report/diff.ts';

/** Prints the differences between two runs. The exit code is 1 if a case fails that did not fail before. */
export function runDiff(before: string, after: string): void {
  const earlier = readReport(readFileSync(before, 'utf8'), before);
  const later = readReport(readFileSync(after, 'utf8'), after);
  for (const line of diffLines(earlier, later)) print(line);
  if (diffReports(earlier, later).some(isWorse)) process.exitCode = 1;
}
