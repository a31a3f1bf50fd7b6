import Type, { type Static, type TSchema } from 'typebox';
import { proposedControl } from '../authorization/proposed-control.ts';
import { sentCondition } from '../conditions/sent-condition.ts';
import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record, text, whole } from '../schema/fields.ts';
import { ANALYSIS_VERDICTS, AnalysisExample } from './analysis-example.ts';
import { promiseKeeper, promiseOutcome } from './promise.ts';
import { ruleContent, ruleName, ruleSubject, whichVersion } from './rule.ts';

/** Statements that an analysis proves or refutes: docs/interface/rules.md#analyze. */
export const ANALYSIS_QUESTIONS = [
  ...['MATCHES_NOTHING', 'MATCHES_EVERYTHING', 'ADDS_NOTHING', 'SHADOWED_BY', 'SHADOWS'],
  ...['IMPLIES', 'IMPLIED_BY', 'EXCLUDES', 'DECLINES_NOTHING_NEW', 'APPROVES_NOTHING_NEW', 'KEEPS_PROMISE'],
  ...['APPROVES_NOTHING', 'NEVER_DECIDES', 'DECLINED_BEFORE_BY'],
] as const;
export type AnalysisQuestion = (typeof ANALYSIS_QUESTIONS)[number];

export const RULE_RELATIONS = [
  ...['EQUIVALENT', 'WEAKER', 'STRONGER', 'DISJOINT', 'OVERLAPPING', 'UNDECIDED'],
] as const;
export type RuleRelation = (typeof RULE_RELATIONS)[number];

/** Maximum number of promises of one analysis. */
const MAX_PROMISES = 20;
/** Time limits for one question in milliseconds: the least, the default and the most that a request can set. */
export const ANALYSIS_LIMIT_MS = { least: 100, usual: 2_000, most: 30_000 } as const;

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const AnalysisAnswer = record(
  {
    question: oneOf(ANALYSIS_QUESTIONS, { description: 'The statement: docs/interface/rules.md#analyze' }),
    other: optional(text(24, { description: 'The other rule, the promise, or the reason of DECLINED_BEFORE_BY' })),
    other_version: optional(Type.Integer({ description: 'The version of the other rule; 0: of the request' })),
    verdict: oneOf(ANALYSIS_VERDICTS, {
      description: 'PROVED: true of all messages. COUNTEREXAMPLE: refuted. UNDECIDED: not decided in time',
    }),
    example: optional(AnalysisExample),
  },
  { component: 'AnalysisAnswer' },
);

export const RuleAnalysis = record(
  {
    name: orNull(text(24), 'The analyzed rule; null without one'),
    version: Type.Integer({ description: '0: of the request, or without a rule' }),
    on: ruleSubject(),
    compared_with: orNull(
      record({ name: text(24), version: Type.Integer({ description: '0: of the request' }) }),
      'The rule of `against`, or the live version; null without one',
    ),
    relation: orNull(
      oneOf(RULE_RELATIONS, { component: 'RuleRelation' }),
      'WEAKER: acts on less than what it is compared with. STRONGER: acts on more',
    ),
    answers: list(AnalysisAnswer),
    free: list(text(80), {
      description: 'State that can have any value in the analysis, such as `limitSum SPENT` or `list known-shops`',
    }),
    assumes: list(text(24), {
      description: 'With a subject: rules of the decision that the analysis assumes to decline nothing',
    }),
    took_ms: Type.Integer(),
  },
  { component: 'RuleAnalysis' },
);
export type RuleAnalysis = Static<typeof RuleAnalysis>;

const { rules: _, tokenControls: __, ...changeOfControl } = proposedControl;

const ruleToAnalyze = () =>
  record(
    { name: ruleName(), on: optional(ruleSubject()), ...ruleContent },
    { component: 'RuleToAnalyze', description: 'A rule that is not stored' },
  );

const AnalyzeRule = record(
  {
    rule_id: optional(
      text(36, { fieldFormat: 'uuid', description: 'A stored rule; either this or `rule`, or neither with a subject' }),
    ),
    version: optional(whichVersion('Of the stored rule; absent: the newest')),
    rule: optional(ruleToAnalyze()),
    against: optional(
      record(
        {
          rule_id: optional(
            text(36, { fieldFormat: 'uuid', description: 'A stored rule; either this or `condition`' }),
          ),
          version: optional(whichVersion('Of the stored rule; absent: the newest')),
          condition: optional(sentCondition('A condition, instead of a rule')),
        },
        { description: 'Rule to compare with; absent: the live version of the rule', refusesUnknown: true },
      ),
    ),
    promises: optional(
      list(
        record(
          {
            name: ruleName(),
            condition: sentCondition('The messages that the promise is about'),
            outcome: promiseOutcome(),
            by: optional(promiseKeeper('RULES, or with a subject DECISION: the whole decision there. Absent: RULES')),
          },
          { component: 'RulePromise' },
        ),
        { maxItems: MAX_PROMISES, description: 'Statements that must remain true for the live rules with this rule' },
      ),
    ),
    subject: optional(
      record(
        {
          account_number: optional(text(64, { description: 'Payments with any card of the account' })),
          card_identifier_id: optional(text(20, { description: 'EXID: payments with this card' })),
          product_code: optional(
            text(32, {
              description: 'Payments of all accounts of the product, with any own settings up to its ceilings',
            }),
          ),
        },
        {
          component: 'AnalysisSubject',
          description: 'An account, a card or a product, whose whole decision is analyzed; absent: only the rules',
          refusesUnknown: true,
        },
      ),
    ),
    proposal: optional(
      record(changeOfControl, {
        component: 'AnalysisProposal',
        description: 'With a subject: proposed settings, restrictions, limits or program',
        refusesUnknown: true,
      }),
    ),
    limit_ms: optional(
      whole(ANALYSIS_LIMIT_MS.least, ANALYSIS_LIMIT_MS.most, {
        description:
          'Time limit of each statement in milliseconds; absent: 2000. All statements together take at most 25 seconds',
      }),
    ),
  },
  { component: 'AnalyzeRule' },
);
export type AnalyzeRule = Static<typeof AnalyzeRule>;

export const analyzeRule = defineRest({
  id: 'rules.analyze-rule',
  sdk: 'rules.analyze',
  title: 'Analyze a rule',
  description:
    'Proves statements about a rule for all possible messages, or refutes them with an example: what it can match, how it compares with its live version, and what it changes among the live rules.',
  reference: 'docs/interface/rules.md#analyze',
  method: 'POST',
  path: '/rules/analysis',
  scope: 'programs:read',
  params: record({}),
  query: record({}),
  request: AnalyzeRule,
  response: RuleAnalysis,
  errors: ['rule_not_found', 'merchant_list_not_found', 'account_not_found', 'card_not_found', 'token_not_found'],
});
