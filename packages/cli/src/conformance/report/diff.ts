import { isJsonObject, type JsonValue } from '@cardwright/contract';
import type { Outcome } from '../conformance-case.ts';
import { type CaseResult, type ConformanceReport, countsOf } from './report.ts';

/** The outcome of a case in two runs. An outcome is undefined if the case was not in that run. */
export interface CaseChange {
  readonly id: string;
  readonly before: Outcome | undefined;
  readonly after: Outcome | undefined;
  /** The new deviations. */
  readonly fresh: readonly string[];
}

/** Returns every case with another outcome or with other deviations. */
export function diffReports(before: ConformanceReport, after: ConformanceReport): CaseChange[] {
  const earlier = new Map(before.results.map((one) => [one.id, one]));
  const later = new Map(after.results.map((one) => [one.id, one]));
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((id): CaseChange[] => {
    const [old, now] = [earlier.get(id), later.get(id)];
    const oldTexts = new Set(deviationTexts(old));
    const fresh = deviationTexts(now).filter((what) => !oldTexts.has(what));
    if (old?.outcome === now?.outcome && fresh.length === 0) return [];
    return [{ id, before: old?.outcome, after: now?.outcome, fresh }];
  });
}

function deviationTexts(result: CaseResult | undefined): string[] {
  return (result?.deviations ?? []).map(({ what }) => what);
}

export function isWorse({ before, after }: CaseChange): boolean {
  return after === 'failed' && before !== 'failed';
}

export function diffLines(before: ConformanceReport, after: ConformanceReport): string[] {
  const changes = diffReports(before, after);
  const counts = (report: ConformanceReport) => {
    const { failed, note, passed, 'not run': notRun } = countsOf(report.results);
    return `${failed} failed, ${note} notes, ${passed} passed, ${notRun} not run`;
  };
  return [
    ...changes.flatMap(({ id, before: old = 'absent', after: now = 'absent', fresh }) => [
      `${old} -> ${now}  ${id}`,
      ...fresh.map((what) => `    ${what}`),
    ]),
    `before: ${counts(before)}`,
    `after:  ${counts(after)}`,
    `${changes.length} ${changes.length === 1 ? 'case differs' : 'cases differ'}`,
  ];
}

/** Parses a written report, and throws an error for any other content. */
export function readReport(text: string, name: string): ConformanceReport {
  let value: JsonValue | undefined;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    value = undefined;
  }
  if (!isJsonObject(value) || !Array.isArray(value.results))
    throw new Error(`${name} is not a report of a run: write one with --json`);
  return value as unknown as ConformanceReport;
}
