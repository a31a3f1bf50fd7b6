import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { list, optional, record, text } from '../schema/fields.ts';
import { ProposedProvisioning, ProvisioningBacktest } from '../tokens/provisioning-backtest.ts';
import { proposedControl } from './proposed-control.ts';
import { TraceStep } from './read-authorization.ts';

/** The answer lists at most this many changed decisions, and counts all of them. */
export const MAX_REPORTED_CHANGES = 1_000;

const outcome = { action_code: text(2, { component: 'ActionCode' }), rule: text(24) };

export const ChangedDecision = record(
  {
    retrieval_reference_number: text(12),
    system_trace_audit_number: text(6),
    acquiring_institution_code: text(6),
    card_identifier_id: text(20, { description: 'EXID' }),
    decided_at: text(30, { description: 'ISO 8601 UTC' }),
    amount: text(20, { description: 'Billing amount, decimal text in the account currency' }),
    was: record(outcome, { description: 'Original decision' }),
    would_be: record(outcome, { description: 'Decision under the proposal' }),
    why: record(TraceStep.properties, {
      component: 'TraceStep',
      description: 'Step that would decline; for an approval, the step of the rule that declined originally',
    }),
  },
  { component: 'ChangedDecision' },
);

const Approved = record(
  {
    count: Type.Integer(),
    amount: text(20, { description: 'Total as decimal text in the account currency' }),
  },
  { component: 'Approved' },
);

const BacktestRequest = record(
  {
    from: optional(
      text(10, { fieldFormat: 'date', description: "First day, in the bank's time zone; absent: all days" }),
    ),
    until: optional(text(10, { fieldFormat: 'date', description: 'Last day; absent: today' })),
    ...proposedControl,
    provisioning: optional(ProposedProvisioning),
  },
  { component: 'BacktestRequest' },
);

const Backtest = record(
  {
    account_number: text(64),
    currency: text(3),
    decisions: Type.Integer({ description: 'Number of stored decisions of the period that were replayed' }),
    identical: Type.Integer({ description: 'Identical decisions, including all counters in their traces' }),
    changed: Type.Integer({ description: 'Decisions with a different action code or rule' }),
    not_replayed: Type.Integer({ description: 'Decisions from before the history of the account began' }),
    other_rule_version: Type.Integer({
      description: 'Decisions by a version of the rules that is no longer in force',
    }),
    approved: record({ was: Approved, would_be: Approved }),
    changes: list(ChangedDecision, { description: `First ${MAX_REPORTED_CHANGES} changed decisions, oldest first` }),
    provisionings: optional(ProvisioningBacktest),
  },
  { component: 'Backtest' },
);
export type Backtest = Static<typeof Backtest>;

export const backtestAccount = defineRest({
  id: 'authorization.backtest-account',
  sdk: 'accounts.backtest',
  title: 'Backtest other settings on an account',
  description:
    'Replays the past messages of an account under other settings, each at its original time, and lists the decisions that would differ. It changes nothing.',
  reference: 'docs/interface/decision.md#backtest',
  method: 'POST',
  path: '/accounts/{account_number}/backtest',
  scope: 'authorizations:read',
  params: record({ account_number: text(64, { description: 'Account number' }) }),
  request: BacktestRequest,
  response: Backtest,
  errors: ['account_not_found', 'card_not_found', 'token_not_found', 'merchant_list_not_found', 'state_forbids'],
});
