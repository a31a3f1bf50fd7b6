import Type, { type Static, type TSchema } from 'typebox';
import { proposedControl } from '../authorization/proposed-control.ts';
import { sentCondition } from '../conditions/sent-condition.ts';
import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record, text, whole } from '../schema/fields.ts';
import { ANALYSIS_VERDICTS, AnalysisExample } from './analysis-example.ts';
import { promiseLevel, promiseOutcome } from './promise.ts';
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
    question: oneOf(ANALYSIS_QUESTIONS, { description: 'Statement: docs/interface/rules.md#analyze' }),
    other: optional(text(24, { description: 'Other rule, promise, or reason of DECLINED_BEFORE_BY' })),
    other_version: optional(Type.Integer({ description: 'Version of the other rule; 0: the rule of the request' })),
    verdict: oneOf(ANALYSIS_VERDICTS, {
      description: 'PROVED: true for all messages. COUNTEREXAMPLE: refuted. UNDECIDED: not decided in time',
    }),
    example: optional(AnalysisExample),
  },
  { component: 'AnalysisAnswer' },
);

export const RuleAnalysis = record(
  {
    name: orNull(text(24), 'Analyzed rule; null if there is none'),
    version: Type.Integer({ description: 'Version of the rule; 0: the rule of the request, or no rule' }),
    on: ruleSubject(),
    compared_with: orNull(
      record({
        name: text(24),
        version: Type.Integer({ description: 'Version of the rule; 0: the rule of the request' }),
      }),
      'Rule of `against`, or the live version; null if there is none',
    ),
    relation: orNull(
      oneOf(RULE_RELATIONS, { component: 'RuleRelation' }),
      'WEAKER: acts on fewer messages than the compared rule. STRONGER: acts on more',
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
    { component: 'RuleToAnalyze', description: 'Rule that is not stored' },
  );

const AnalyzeRule = record(
  {
    rule_id: optional(
      text(36, {
        fieldFormat: 'uuid',
        description: 'Id of a stored rule; either this or `rule`, or neither with a subject',
      }),
    ),
    version: optional(whichVersion('Version of the stored rule; absent: the newest version')),
    rule: optional(ruleToAnalyze()),
    against: optional(
      record(
        {
          rule_id: optional(
            text(36, { fieldFormat: 'uuid', description: 'Id of a stored rule; either this or `condition`' }),
          ),
          version: optional(whichVersion('Version of the stored rule; absent: the newest version')),
          condition: optional(sentCondition('Condition, instead of a rule')),
        },
        { description: 'Rule to compare with; absent: the live version of the rule', refusesUnknown: true },
      ),
    ),
    promises: optional(
      list(
        record(
          {
            name: ruleName(),
            condition: sentCondition('Messages that the promise covers'),
            outcome: promiseOutcome(),
            by: optional(
              promiseLevel('RULES, or with a subject DECISION: the whole decision for the subject. Absent: RULES'),
            ),
          },
          { component: 'RulePromise' },
        ),
        { maxItems: MAX_PROMISES, description: 'Statements that must remain true for the live rules with this rule' },
      ),
    ),
    subject: optional(
      record(
        {
          account_number: optional(text(64, { description: 'Account: payments with any of its cards' })),
          card_identifier_id: optional(text(20, { description: 'EXID of a card: payments with this card' })),
          product_code: optional(
            text(32, {
              description: 'Product: payments of all its accounts, with any settings of their own up to the ceilings',
            }),
          ),
        },
        {
          component: 'AnalysisSubject',
          description: 'Account, card or product whose whole decision is analyzed; absent: only the rules',
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
    'Proves statements about a rule for all possible messages, or refutes them with an example: what the rule can match, how it compares with its live version, and what it changes among the live rules.',
  reference: 'docs/interface/rules.md#analyze',
  method: 'POST',
  path: '/rules/analysis',
  scope: 'programs:read',
  request: AnalyzeRule,
  response: RuleAnalysis,
  errors: ['rule_not_found', 'merchant_list_not_found', 'account_not_found', 'card_not_found', 'token_not_found'],
});
