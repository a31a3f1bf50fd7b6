import Type, { type Static } from 'typebox';
import { ANALYSIS_VERDICTS, AnalysisExample } from '../rules/analysis-example.ts';
import { PROMISE_STATES } from '../rules/promise.ts';
import { ruleSubject } from '../rules/rule.ts';
import { instantField, list, oneOf, optional, record, text } from '../schema/fields.ts';

const CHANGE_QUESTIONS = ['DECLINES_NOTHING_NEW', 'APPROVES_NOTHING_NEW', 'KEEPS_PROMISE'] as const;

/** The effect of a change on decisions: docs/interface/change-requests.md#analysis. */
export const ChangeAnalysis = record(
  {
    state: oneOf(PROMISE_STATES, {
      component: 'PromiseState',
      description:
        'PENDING: not analyzed yet. NONE: the change affects no live rule, list of a live rule or program. KEPT: no promise is broken. BROKEN: at least one promise is broken. UNDECIDED: at least one promise was not decided in time, and none is broken',
    }),
    check_id: optional(
      text(64, { description: 'Identifies the analysis; changes when rules, lists, programs or promises change' }),
    ),
    checked_at: optional(instantField()),
    answers: list(
      record(
        {
          on: ruleSubject(),
          question: oneOf(CHANGE_QUESTIONS, { description: 'Statement about all possible messages' }),
          promise: optional(text(24, { description: 'Promise of KEEPS_PROMISE' })),
          product: optional(
            text(32, { description: 'Product, if the statement is about the whole decision for its accounts' }),
          ),
          verdict: oneOf(ANALYSIS_VERDICTS, { component: 'AnalysisVerdict' }),
          example: optional(AnalysisExample),
        },
        { component: 'ChangeAnswer' },
      ),
    ),
    free: list(text(80), { description: 'State that can have any value, as in the analysis of a rule' }),
    overridden: Type.Boolean({
      description: 'Whether the second person approved the change although it breaks a promise',
    }),
  },
  { component: 'ChangeAnalysis' },
);
export type ChangeAnalysis = Static<typeof ChangeAnalysis>;
