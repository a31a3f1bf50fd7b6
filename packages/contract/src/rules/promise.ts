import Type, { type Static, type TSchema } from 'typebox';
import { sentRuleCondition } from '../conditions/sent-condition.ts';
import { flag, instantField, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { AnalysisExample } from './analysis-example.ts';
import { RULE_REASON_LENGTH, ruleName, ruleSubject } from './rule.ts';

export const PROMISE_OUTCOMES = ['NEVER_DECLINED', 'ALWAYS_DECLINED'] as const;
export type PromiseOutcome = (typeof PROMISE_OUTCOMES)[number];

/** The parts that must keep a promise: the rules only, or the whole decision. */
const PROMISE_KEEPERS = ['RULES', 'DECISION'] as const;
export type PromiseKeeper = (typeof PROMISE_KEEPERS)[number];

/** Maximum number of promises that a bank stores. */
export const MAX_STORED_PROMISES = 50;

export const promiseOutcome = () =>
  oneOf(PROMISE_OUTCOMES, {
    component: 'PromiseOutcome',
    description: 'NEVER_DECLINED: by no control of `by`. ALWAYS_DECLINED: by at least one',
  });

export const promiseKeeper = (description = 'RULES: the live rules. DECISION: the whole decision at every product') =>
  oneOf(PROMISE_KEEPERS, { component: 'PromiseKeeper', description });

export const promisePath = record({
  name: text(24, { fieldFormat: 'rule-name', description: 'Of the promise' }),
});

/** The statement of a promise. */
export const promiseStatement = {
  on: optional(ruleSubject()),
  condition: sentRuleCondition('The messages that the promise is about: docs/interface/conditions.md'),
  outcome: promiseOutcome(),
  by: optional(promiseKeeper('RULES: the live rules. DECISION: the whole decision at every product. Absent: RULES')),
};

export const BankPromise = record(
  {
    name: ruleName(),
    version: Type.Integer({ description: 'Counts the changes of the promise from 1' }),
    ...promiseStatement,
    on: ruleSubject(),
    by: promiseKeeper(),
    reason: text(RULE_REASON_LENGTH, { description: 'Why the bank promises it' }),
    created_at: instantField(),
    created_by: text(200, { description: 'A person or a caller' }),
    changed_at: instantField(),
    changed_by: text(200, { description: 'A person or a caller' }),
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
    by: optional(promiseKeeper('Absent in checks from before promises could be about the decision: RULES')),
    state: promiseVerdict('BROKEN: the example breaks it. UNDECIDED: not decided in time'),
    product: optional(text(32, { description: 'With DECISION: the product of the example' })),
    example: optional(AnalysisExample),
  },
  { component: 'CheckedPromise' },
);
export type CheckedPromise = Static<typeof CheckedPromise>;

/** Whether a proposed version keeps the promises of the bank: docs/interface/promises.md#check. */
export const PromiseCheck = record(
  {
    rule_id: text(36),
    name: text(24, { description: 'The rule' }),
    version: Type.Integer({ description: 'The checked version' }),
    state: oneOf(PROMISE_STATES, {
      component: 'PromiseState',
      description:
        'NONE: not proposed, or there are no promises. PENDING: not checked yet. BROKEN: at least one. UNDECIDED: at least one was not decided in time, and none is broken',
    }),
    blocks_approval: flag({
      description:
        'Whether the version cannot be approved before it keeps all promises or a second person overrides the check',
    }),
    check_id: orNull(text(64), 'Names the check; another one once the live rules or the promises change'),
    checked_at: orNull(text(24), 'ISO 8601 UTC'),
    promises: list(CheckedPromise, {
      description: 'In the order of their names. A broken promise has a message that breaks it',
    }),
    free: list(text(80), { description: 'State that can have any value, as in an analysis' }),
    overridden_at: orNull(text(24), 'When a second person overrode the check'),
    overridden_by: orNull(text(200), 'The second person'),
    override_reason: orNull(text(RULE_REASON_LENGTH), 'Why'),
  },
  { component: 'PromiseCheck' },
);
export type PromiseCheck = Static<typeof PromiseCheck>;
