import Type, { type Static } from 'typebox';
import { TraceStep } from '../authorization/read-authorization.ts';
import { ProgramProvisioning } from '../programs/program.ts';
import { MAX_SHADOW_RULES, ProposedProvisioningRule } from '../rules/rule.ts';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { PROVISIONING_OUTCOMES, provisioningVerdict } from './provisioning.ts';

/** Shared by the backtests of an account and of a bank (docs/interface/token-provisioning.md#backtest). */

/** A backtest lists at most this many changed decisions about requests for tokens, and counts all of them. */
export const MAX_CHANGED_PROVISIONINGS = 1_000;

/** What a backtest or a preview assumes for requests for tokens, without storing it. */
export const ProposedProvisioning = record(
  {
    rules: optional(
      list(ProposedProvisioningRule, {
        maxItems: MAX_SHADOW_RULES,
        description: 'Order of evaluation among the live rules of the bank',
      }),
    ),
    settings: optional(ProgramProvisioning),
  },
  {
    component: 'ProposedProvisioning',
    description: 'Rules and settings for requests for tokens; the settings override the settings of every program',
    refusesUnknown: true,
  },
);
export type ProposedProvisioning = Static<typeof ProposedProvisioning>;

const count = (description: string) => Type.Integer({ description });
const outcomes = (description: string) =>
  record(
    {
      approved: count('APPROVED'),
      approved_with_code: count('APPROVED_WITH_CODE'),
      declined: count('DECLINED'),
    },
    { component: 'ProvisioningOutcomes', description },
  );
const decided = (description: string) =>
  record(
    {
      outcome: oneOf(PROVISIONING_OUTCOMES, { component: 'ProvisioningOutcome' }),
      rule: text(24, { description: 'Rule that decided; APPROVED if no rule declined' }),
    },
    { component: 'ProvisioningRuleOutcome', description },
  );

const ChangedProvisioning = record(
  {
    decision_id: text(36, { description: 'Id of the stored decision' }),
    card_identifier_id: Type.Union([text(20), Type.Null()], { description: 'EXID; null if no card was found' }),
    decided_at: text(24, { description: 'ISO 8601 UTC' }),
    requestor_name: text(30, { description: 'Name of the requestor' }),
    was: record(provisioningVerdict, { component: 'ProvisioningVerdict', description: 'Original decision' }),
    would_be: record(provisioningVerdict, {
      component: 'ProvisioningVerdict',
      description: 'Decision under the proposal',
    }),
    why: record(TraceStep.properties, { component: 'TraceStep', description: 'Last step under the proposal' }),
  },
  { component: 'ChangedProvisioning' },
);

export const ProvisioningBacktest = record(
  {
    decisions: count('Number of stored decisions of the period that were replayed'),
    identical: count('Identical decisions, including all inputs of the rules'),
    changed: count('Decisions with a different outcome or rule'),
    not_replayed: count('Decisions from before the facts of decisions were stored'),
    was: outcomes('Stored outcomes'),
    would_be: outcomes('Outcomes under the proposal'),
    by_rule: list(
      record(
        {
          was: decided('Original decision'),
          would_be: decided('Decision under the proposal'),
          count: count('Decisions'),
        },
        { component: 'ChangedProvisioningsByRule' },
      ),
      { description: 'Changed decisions by original and new deciding rule, most frequent first' },
    ),
    changes: list(ChangedProvisioning, {
      description: `First ${MAX_CHANGED_PROVISIONINGS} changed decisions, oldest first`,
    }),
  },
  {
    component: 'ProvisioningBacktest',
    description: 'Decisions on requests for tokens; absent if the period contains none',
  },
);
export type ProvisioningBacktest = Static<typeof ProvisioningBacktest>;
