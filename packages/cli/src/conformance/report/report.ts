import type { ConformanceCase, Deviation, Group, Outcome, Rests } from '../conformance-case.ts';

/** The result of one case. */
export interface CaseResult extends Rests {
  readonly id: string;
  readonly title: string;
  readonly group: Group;
  readonly operation: ConformanceCase['operation'] | undefined;
  readonly outcome: Outcome;
  /** The reason why the case did not run. */
  readonly why?: string;
  readonly deviations: readonly Deviation[];
}

/** The report of one run, without any value of a request or a response. */
export interface ConformanceReport {
  readonly at: string;
  readonly mode: 'sandbox' | 'read-only' | 'replay';
  readonly seconds: number;
  readonly requests: number;
  readonly results: readonly CaseResult[];
}

export type Counts = Readonly<Record<Outcome, number>>;

export function countsOf(results: readonly Pick<CaseResult, 'outcome'>[]): Counts {
  const counts = { failed: 0, note: 0, passed: 0, 'not run': 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}
