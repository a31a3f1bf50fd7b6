import Type, { type Static, type TSchema } from 'typebox';
import { RUN_STATES } from '../backtests/run-states.ts';
import { CONDITION_SUBJECTS, type ConditionSubject } from '../conditions/condition-fields.ts';
import { CONDITION_WARNINGS } from '../conditions/judge-condition.ts';
import { sentCondition, sentRuleCondition } from '../conditions/sent-condition.ts';
import { isReservedReason } from '../explanation/decline-reasons.ts';
import { personNames } from '../people/person-names.ts';
import { instantField, list, oneOf, optional, record, text } from '../schema/fields.ts';

/** States of a rule version: docs/interface/rules.md#states. */
export const RULE_STATES = ['DRAFT', 'SHADOW', 'PROPOSED', 'LIVE', 'RETIRED'] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** Action codes that a rule can decline with. */
export const RULE_EFFECTS = ['05', '57', '62'] as const;
export type RuleEffect = (typeof RULE_EFFECTS)[number];

/** Effects of a rule on requests for tokens: docs/interface/token-provisioning.md#rules-of-the-bank. */
export const PROVISIONING_EFFECTS = ['decline', 'require_code', 'approve'] as const;
export type ProvisioningEffect = (typeof PROVISIONING_EFFECTS)[number];
export type AnyRuleEffect = RuleEffect | ProvisioningEffect;

/** Maximum number of live rules of a bank. */
export const MAX_LIVE_RULES = 200;
/** Maximum number of rules of a bank that run as shadow rules at once, including proposed ones. */
export const MAX_SHADOW_RULES = 50;
/** Maximum number of rules of a bank, including retired ones. */
export const MAX_RULES = 5_000;
/** Maximum number of versions of a rule. */
export const MAX_RULE_VERSIONS = 200;

/** Length of a reason, the same as in a merchant review. */
export const RULE_REASON_LENGTH = 500;

/** Returns whether the decision itself uses the name, so that no rule of a bank can have it. */
export function isReservedName(name: string, subject: ConditionSubject = 'authorization'): boolean {
  return subject === 'provisioning' ? PROVISIONING_RULES.includes(name) : isReservedReason(name);
}

/** Names of the fixed rules for requests for tokens. */
const PROVISIONING_RULES: readonly string[] = [
  ...['APPROVED', 'CARD_FOUND', 'CARD_STATUS', 'EXPIRY', 'RESTRICTIONS', 'TOKENS_OF_CARD', 'TOKENS_OF_DEVICE'],
  ...['ATTEMPTS', 'LIMITS', 'RULES', 'SCORES', 'PARTNER', 'PARTNER_DECISION', 'PARTNER_STAND_IN'],
];

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const effect = () =>
  oneOf(RULE_EFFECTS, { description: 'Action code of declines of messages that meet the condition' });

const anyEffect = () =>
  oneOf([...RULE_EFFECTS, ...PROVISIONING_EFFECTS], {
    component: 'RuleEffect',
    description: 'Action code of declines; on provisioning: decline, require_code or approve',
  });

export const ruleSubject = () =>
  oneOf(CONDITION_SUBJECTS, {
    component: 'RuleSubject',
    description: 'What the rule is evaluated on; cannot be changed',
  });

/** Content of a rule version. It never changes. */
const proposedContent = {
  condition: sentCondition('Condition of the rule: docs/interface/conditions.md'),
  effect: effect(),
  description: optional(text(500, { hasLines: true, description: 'Description of the rule' })),
  from: optional(text(30, { fieldFormat: 'utc-time', description: 'Time from which the rule is in force, ISO 8601' })),
  until: optional(text(30, { fieldFormat: 'utc-time', description: 'Time until which the rule is in force' })),
};

export const ruleName = () =>
  text(24, {
    fieldFormat: 'rule-name',
    description: 'Name of the rule, and reason of its declines; cannot be changed',
  });

export const ruleContent = {
  ...proposedContent,
  condition: sentRuleCondition('Condition of the rule: docs/interface/conditions.md'),
  effect: anyEffect(),
};

/** A rule that is assumed and not stored. It replaces the bank's rule of the same name, if there is one. */
export const ProposedRule = record({ name: ruleName(), ...proposedContent }, { component: 'ProposedRule' });
export type ProposedRule = Static<typeof ProposedRule>;

export const proposedRules = () =>
  optional(
    list(ProposedRule, {
      maxItems: MAX_SHADOW_RULES,
      description: 'Order of evaluation among the live rules of the bank',
    }),
  );

/** A rule on requests for tokens that is assumed and not stored. It replaces the bank's rule of the same name. */
export const ProposedProvisioningRule = record(
  {
    name: ruleName(),
    ...proposedContent,
    condition: sentRuleCondition('Condition of the rule: docs/interface/conditions.md'),
    effect: oneOf(PROVISIONING_EFFECTS, {
      component: 'ProvisioningEffect',
      description: 'Outcome for requests that meet the condition',
    }),
  },
  { component: 'ProposedProvisioningRule' },
);
export type ProposedProvisioningRule = Static<typeof ProposedProvisioningRule>;

export const RuleVersion = record(
  {
    version: Type.Integer({ description: 'Version number, from 1' }),
    state: oneOf(RULE_STATES, { component: 'RuleState', description: 'Current state' }),
    condition: sentRuleCondition('Value as sent'),
    effect: anyEffect(),
    description: orNull(text(500), 'Value as sent'),
    from: orNull(text(24), 'Start time, ISO 8601 UTC'),
    until: orNull(text(24), 'End time, ISO 8601 UTC'),
    created_at: instantField(),
    created_by: text(200, { description: 'Person or caller that created the version' }),
    shadow_since: orNull(text(24), 'Time at which shadow mode first started'),
    proposed_at: orNull(text(24), 'Time of the latest proposal'),
    proposed_by: orNull(text(200), 'Person or caller that proposed the version'),
    backtest_id: orNull(text(36), 'Id of the backtest of the proposal'),
    live_since: orNull(text(24), 'Time of the approval'),
    approved_by: orNull(text(200), 'Approver, who is neither the author nor the proposer'),
    approved_reason: orNull(text(RULE_REASON_LENGTH), 'Reason given by the approver'),
    retired_at: orNull(text(24), 'Time of the retirement'),
    retired_by: orNull(
      text(200),
      'Person or caller that retired the version, or that approved the version replacing it',
    ),
    retired_reason: orNull(text(RULE_REASON_LENGTH), 'Reason given for the retirement or rejection'),
  },
  { component: 'RuleVersion' },
);
export type RuleVersion = Static<typeof RuleVersion>;

const ProposalBacktest = record(
  {
    backtest_id: text(36),
    state: oneOf(RUN_STATES, { component: 'BacktestState', description: 'State of the backtest' }),
    decisions: orNull(Type.Integer(), 'Number of replayed decisions; null until it is done'),
    changed: orNull(Type.Integer(), 'Number of decisions that differ with the rule'),
  },
  {
    component: 'ProposalBacktest',
    description: 'Backtest of the newest proposal; returned only for a single rule',
  },
);

const RuleWarning = record(
  {
    path: text(400, { description: 'Path within the version' }),
    rule: oneOf(CONDITION_WARNINGS, { description: 'Kind of warning: docs/interface/conditions.md#warnings' }),
    limit: optional(text(24, { description: 'Name of a limit that does not exist' })),
  },
  { component: 'RuleWarning' },
);

export const BankRule = record(
  {
    rule_id: text(36, { description: 'Id of the rule' }),
    name: text(24, { description: 'Name of the rule, and reason of its declines' }),
    on: ruleSubject(),
    versions: list(RuleVersion, { description: 'Versions, newest first' }),
    backtest: optional(ProposalBacktest),
    warnings: optional(list(RuleWarning, { description: 'Warnings about the newest version' })),
    people: personNames(),
  },
  { component: 'Rule' },
);
export type BankRule = Static<typeof BankRule>;

export const rulePath = record({ rule_id: text(36, { fieldFormat: 'uuid', description: 'Id of the rule' }) });

/** Reason for an approval, a rejection or a retirement of a version. */
export const ruleReason = () =>
  optional(
    text(RULE_REASON_LENGTH, {
      fieldComponent: 'RuleReason',
      description: 'Reason, stored with the version and in the audit log',
    }),
  );

/** The version that the caller has read and acts on. */
export const whichVersion = (description: string) =>
  Type.Integer({ minimum: 1, maximum: MAX_RULE_VERSIONS, description });
