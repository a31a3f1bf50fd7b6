import { OWN_RULES, type PromiseOutcome } from '@cardwright/contract';
import type { AnalyzedRule, RulePromise } from './analyzed-rule.ts';
import { type ChangeFormulas, newDecisions, type Sides } from './change-questions.ts';
import type { Example } from './example.ts';
import { every, NEVER, not, some } from './formulas.ts';
import type { NumberVariable } from './numbers.ts';
import { type Formula, holds, type Question } from './question.ts';

/** A reason to decline in a decision, and the payments that it would decline. */
export interface DecisionStep {
  /** The rule of the decision. */
  readonly rule: string;
  readonly reason: string;
  readonly declines: Formula;
}

/** The whole decision at an account, a card or a product, before and after a change. */
export interface AnalyzedDecision {
  /** The reasons in the order of evaluation; the first one decides. */
  readonly before: readonly DecisionStep[];
  readonly after: readonly DecisionStep[];
  /** What is true of every payment. */
  readonly known: Formula;
  readonly numbers: readonly NumberVariable[];
  /** The payments that each promise of the analysis is about. */
  readonly promised: readonly Sides[];
  /** Whether the account has no settings of its own, if the analysis is about all accounts of a product. */
  readonly isUntouched: Formula;
}

/** Insufficient funds and an amount of zero do not break a promise that payments are not declined. */
const NO_BREACH: readonly string[] = ['FUNDS', 'AMOUNT'];

/**
 * The formulas of a change of the decision. Declines by a customer's own settings do not break a promise that payments
 * are not declined. Pure.
 */
export function decisionFormulas(
  { known, before, after, promised, isUntouched }: AnalyzedDecision,
  promises: readonly RulePromise[],
): ChangeFormulas {
  const breaks = (outcome: PromiseOutcome, met: Formula, steps: readonly DecisionStep[]) =>
    outcome === 'ALWAYS_DECLINED'
      ? every(met, not(declineFormula(steps)))
      : every(met, isUntouched, declineFormula(steps.filter(({ rule }) => !NO_BREACH.includes(rule))));
  return {
    known,
    declined: { before: declineFormula(before), after: declineFormula(after) },
    broken: promises.map((promise, at) => {
      const { outcome } = promise;
      const met = promised[at] ?? { before: NEVER, after: NEVER };
      return {
        promise,
        sides: { before: breaks(outcome, met.before, before), after: breaks(outcome, met.after, after) },
      };
    }),
  };
}

/** The reason of the decision on an example. */
export function reasonOf(steps: readonly DecisionStep[], example: Example): string {
  return steps.find(({ declines }) => holds(declines, example))?.reason ?? 'APPROVED';
}

export function declineFormula(steps: readonly DecisionStep[]): Formula {
  return some(...steps.map(({ declines }) => declines));
}

/** The payments that the rule would decline. */
export function matchFormula({ after, known }: AnalyzedDecision, { name }: AnalyzedRule): Formula {
  return every(known, declineFormula(after.filter(({ rule, reason }) => rule === OWN_RULES && reason === name)));
}

/** The questions about the whole decision. `rule`: the analyzed one. */
export function decisionQuestions(decision: AnalyzedDecision, rule?: AnalyzedRule): Question[] {
  const { after, known } = decision;
  const at = after.findIndex((step) => step.rule === OWN_RULES && step.reason === rule?.name);
  const earlier = after.slice(0, Math.max(at, 0));
  const own = after[at]?.declines;
  return [
    ...newDecisions(decisionFormulas(decision, [])),
    { question: 'APPROVES_NOTHING', formula: every(known, not(declineFormula(after))) },
    ...(own === undefined
      ? []
      : [
          { question: 'NEVER_DECIDES' as const, formula: every(known, own, not(declineFormula(earlier))) },
          ...earlier
            .filter((step) => step.rule !== OWN_RULES)
            .map(({ reason, declines }) => ({
              question: 'DECLINED_BEFORE_BY' as const,
              other: reason,
              formula: every(known, own, not(declines)),
              isReportedIfRefuted: false,
            })),
        ]),
  ];
}
