import type { AnalysisResult } from '../../platform/change-requests/index.ts';
import type { QuestionAnswer } from './analysis/analyze.ts';
import type { AnalysisTask } from './analysis/analyzer.ts';
import { changeQuestions } from './analysis/change-questions.ts';
import { toResponse } from './analysis-response.ts';
import type { ChangeComparison } from './compare-rules.ts';

type Answer = AnalysisResult['content']['answers'][number];

/**
 * What a change newly declines and approves, and whether it keeps the promises of the bank.
 * @param comparison undefined if the change can no longer be made
 */
export async function analyzeComparison(
  comparison: ChangeComparison | undefined,
  analyze: (task: Omit<AnalysisTask, 'limits'>) => Promise<readonly QuestionAnswer[] | undefined>,
): Promise<AnalysisResult> {
  const answers: Answer[] = [];
  const free = new Set<string>();
  for (const { setting, isPartial, ...change } of comparison?.changes ?? []) {
    const questions = changeQuestions(change);
    const undecided = questions.map(({ question, other }): QuestionAnswer => {
      return { question, ...(other !== undefined && { other }), verdict: 'UNDECIDED' };
    });
    const found = (await analyze({ subject: { questions }, setting })) ?? undecided;
    const conditions = [...change.before, ...change.after, ...change.promises].map(({ condition }) => condition);
    const response = toResponse(conditions, setting, found);
    for (const name of response.free) free.add(name);
    answers.push(
      ...response.answers.map(({ question, other, verdict, example }): Answer => {
        return {
          on: setting.subject,
          question: question as Answer['question'],
          ...(other !== undefined && { promise: other }),
          verdict: isPartial && verdict === 'PROVED' ? 'UNDECIDED' : verdict,
          ...(example !== undefined && { example }),
        };
      }),
    );
  }
  const has = (verdict: Answer['verdict']) =>
    answers.some((one) => one.question === 'KEEPS_PROMISE' && one.verdict === verdict);
  const state = has('COUNTEREXAMPLE') ? 'BROKEN' : has('UNDECIDED') ? 'UNDECIDED' : 'KEPT';
  return { state: answers.length === 0 ? 'NONE' : state, content: { answers, free: [...free] } };
}
