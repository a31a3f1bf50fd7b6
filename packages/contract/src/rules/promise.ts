import Type, { type Static, type TSchema } from 'typebox';
import { sentRuleCondition } from '../conditions/sent-condition.ts';
import { flag, instantField, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { AnalysisExample } from './analysis-example.ts';
import { RULE_REASON_LENGTH, ruleName, ruleSubject } from './rule.ts';

export const PROMISE_OUTCOMES = ['NEVER_DECLINED', 'ALWAYS_DECLINED'] as const;
export type PromiseOutcome = (typeof PROMISE_OUTCOMES)[number];

/** The parts that must keep a promise: the rules only, or the whole decision. */
const PROMISE_LEVELS = ['RULES', 'DECISION'] as const;
export type PromiseLevel = (typeof PROMISE_LEVELS)[number];

/** Maximum number of promises that a bank stores. */
export const MAX_STORED_PROMISES = 50;

export const promiseOutcome = () =>
  oneOf(PROMISE_OUTCOMES, {
    component: 'PromiseOutcome',
    description: 'NEVER_DECLINED: no control of `by` declines. ALWAYS_DECLINED: at least one declines',
  });

export const promiseLevel = (description = 'RULES: the live rules. DECISION: the whole decision for every product') =>
  oneOf(PROMISE_LEVELS, { component: 'PromiseKeeper', description });

export const promisePath = record({
  name: text(24, { fieldFormat: 'rule-name', description: 'Name of the promise' }),
});

/** The statement of a promise. */
export const promiseStatement = {
  on: optional(ruleSubject()),
  condition: sentRuleCondition('Condition of the messages that the promise covers: docs/interface/conditions.md'),
  outcome: promiseOutcome(),
  by: optional(promiseLevel('RULES: the live rules. DECISION: the whole decision for every product. Absent: RULES')),
};

export const BankPromise = record(
  {
    name: ruleName(),
    version: Type.Integer({ description: 'Version number, from 1' }),
    ...promiseStatement,
    on: ruleSubject(),
    by: promiseLevel(),
    reason: text(RULE_REASON_LENGTH, { description: 'Reason for the promise' }),
    created_at: instantField(),
    created_by: text(200, { description: 'Person or caller that created the promise' }),
    changed_at: instantField(),
    changed_by: text(200, { description: 'Person or caller that last changed the promise' }),
  },
  { component: 'BankPromise' },
);
export type BankPromise = Static<typeof BankPromise>;

export const PROMISE_STATES = ['NONE', 'PENDING', 'KEPT', 'BROKEN', 'UNDECIDED'] as const;
export type PromiseState = (typeof PROMISE_STATES)[number];

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const promiseVerdict = (description: string) =>
  oneOf(['KEPT', 'BROKEN', 'UNDECIDED'], { component: 'PromiseVerdict', description });

export const CheckedPromise = record(
  {
    name: text(24),
    version: Type.Integer(),
    outcome: promiseOutcome(),
    by: optional(promiseLevel('Absent in checks that predate promises about the decision: RULES')),
    state: promiseVerdict('BROKEN: the example breaks the promise. UNDECIDED: not decided in time'),
    product: optional(text(32, { description: 'With DECISION: product of the example' })),
    example: optional(AnalysisExample),
  },
  { component: 'CheckedPromise' },
);
export type CheckedPromise = Static<typeof CheckedPromise>;

/** Whether a proposed version keeps the promises of the bank: docs/interface/promises.md#check. */
export const PromiseCheck = record(
  {
    rule_id: text(36),
    name: text(24, { description: 'Name of the rule' }),
    version: Type.Integer({ description: 'Checked version' }),
    state: oneOf(PROMISE_STATES, {
      component: 'PromiseState',
      description:
        'NONE: not proposed, or there are no promises. PENDING: not checked yet. BROKEN: at least one promise is broken. UNDECIDED: at least one promise was not decided in time, and none is broken',
    }),
    blocks_approval: flag({
      description:
        'Whether the version cannot be approved until it keeps all promises or a second person overrides the check',
    }),
    check_id: orNull(text(64), 'Id of the check; changes when the live rules or the promises change'),
    checked_at: orNull(text(24), 'Time of the check, ISO 8601 UTC'),
    promises: list(CheckedPromise, {
      description: 'Promises by name. A broken promise has a message that breaks it',
    }),
    free: list(text(80), { description: 'State that can have any value, as in the analysis of a rule' }),
    overridden_at: orNull(text(24), 'Time at which a second person overrode the check'),
    overridden_by: orNull(text(200), 'Second person'),
    override_reason: orNull(text(RULE_REASON_LENGTH), 'Reason for the override'),
  },
  { component: 'PromiseCheck' },
);
export type PromiseCheck = Static<typeof PromiseCheck>;
