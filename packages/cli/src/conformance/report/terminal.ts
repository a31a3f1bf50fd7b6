import { GROUPS } from '../conformance-case.ts';
import { type CaseResult, type ConformanceReport, countsOf } from './report.ts';

/** Adds colors where the output supports them. */
export interface Paint {
  bad(text: string): string;
  mild(text: string): string;
  good(text: string): string;
  dim(text: string): string;
}

const colour = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
export const COLOURED: Paint = { bad: colour(31), mild: colour(33), good: colour(32), dim: colour(2) };
const same = (text: string) => text;
export const PLAIN: Paint = { bad: same, mild: same, good: same, dim: same };

/** The summary for a terminal: the deviations, and the number of tested cases. */
export function terminalLines(report: ConformanceReport, paint: Paint): string[] {
  const { results } = report;
  const deviating = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'note');
  return [
    ...deviating.flatMap((result) => resultLines(result, paint)),
    ...(deviating.length === 0 ? [] : ['']),
    ...table(results),
    '',
    ...notRunLines(results, paint),
    summaryLine(report, paint),
  ];
}

function resultLines({ id, title, outcome, deviations }: CaseResult, paint: Paint): string[] {
  const mark = outcome === 'failed' ? paint.bad('failed') : paint.mild('note  ');
  return [
    `${mark} ${id}  ${paint.dim(title)}`,
    ...deviations.map(
      ({ what, passage, by }) => `         ${what}  ${paint.dim(`${passage}${by === 'ours' ? ' (ours)' : ''}`)}`,
    ),
  ];
}

function table(results: readonly CaseResult[]): string[] {
  const row = (name: string, of: readonly CaseResult[]) => {
    const { failed, note, passed, 'not run': notRun } = countsOf(of);
    return [name.padEnd(16), ...[passed, failed, note, notRun].map((count) => String(count).padStart(8))].join('');
  };
  const head = ['what', 'passed', 'failed', 'notes', 'not run'];
  const groups = GROUPS.filter((group) => results.some((result) => result.group === group));
  return [
    `${(head[0] ?? '').padEnd(16)}${head
      .slice(1)
      .map((word) => word.padStart(8))
      .join('')}`,
    ...groups.map((group) =>
      row(
        group,
        results.filter((result) => result.group === group),
      ),
    ),
  ];
}

function notRunLines(results: readonly CaseResult[], paint: Paint): string[] {
  const reasons = new Map<string, number>();
  for (const { why } of results) if (why !== undefined) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  return [...reasons].map(([why, count]) => paint.dim(`not run: ${count} ${count === 1 ? 'case' : 'cases'}: ${why}`));
}

function summaryLine({ results, requests, seconds }: ConformanceReport, paint: Paint): string {
  const { failed, note, passed } = countsOf(results);
  if (failed + note + passed === 0) return paint.bad('no case ran, so there is no result');
  const verdict = failed > 0 ? paint.bad(`${failed} failed`) : paint.good('0 failed');
  return `${verdict}, ${note} ${note === 1 ? 'note' : 'notes'}, ${passed} passed; ${requests} requests in ${seconds} s`;
}
