import type { CheckedPromise, RuleAnalysis } from '@cardwright/contract';
import type { PromiseSubject, QuestionAnswer } from './analysis/analyze.ts';
import type { AnalysisSetting } from './analysis/analyzer.ts';
import { toAnswersResponse } from './analysis-response.ts';

const STATES = { PROVED: 'KEPT', COUNTEREXAMPLE: 'BROKEN', UNDECIDED: 'UNDECIDED' } as const;

/** The promises of a subject with the answers about them, in the same order, and the state that can have any value. */
export function toCheckedPromises(
  subject: PromiseSubject,
  setting: AnalysisSetting,
  answers: readonly QuestionAnswer[],
): { readonly promises: CheckedPromise[]; readonly free: RuleAnalysis['free'] } {
  const response = toAnswersResponse(subject, setting, answers);
  const promises = subject.promises.map(({ name, version = 0, outcome }, at): CheckedPromise => {
    const { verdict = 'UNDECIDED', example } = response.answers[at] ?? {};
    return { name, version, outcome, state: STATES[verdict], ...(example !== undefined && { example }) };
  });
  return { promises, free: response.free };
}
