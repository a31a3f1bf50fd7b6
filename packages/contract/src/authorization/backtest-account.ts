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
    was: record(outcome, { description: 'The original decision' }),
    would_be: record(outcome, { description: 'The decision under the proposal' }),
    why: record(TraceStep.properties, {
      component: 'TraceStep',
      description: 'The step that would decline; for an approval, what the rule that declined originally would see now',
    }),
  },
  { component: 'ChangedDecision' },
);

const Approved = record(
  {
    count: Type.Integer(),
    amount: text(20, { description: 'Total, decimal text in the account currency' }),
  },
  { component: 'Approved' },
);

const BacktestRequest = record(
  {
    from: optional(text(10, { fieldFormat: 'date', description: "First day, in the bank's time zone; absent: all" })),
    until: optional(text(10, { fieldFormat: 'date', description: 'Last day; absent: until now' })),
    ...proposedControl,
    provisioning: optional(ProposedProvisioning),
  },
  { component: 'BacktestRequest' },
);

const Backtest = record(
  {
    account_number: text(64),
    currency: text(3),
    decisions: Type.Integer({ description: 'Stored decisions of the period that were replayed' }),
    identical: Type.Integer({ description: 'Identical bit for bit, with every counter that they saw' }),
    changed: Type.Integer({ description: 'Different action code or rule' }),
    not_replayed: Type.Integer({ description: 'Older than the history of the account' }),
    other_rule_version: Type.Integer({
      description: 'Decided by a version of the rules that is no longer in force',
    }),
    approved: record({ was: Approved, would_be: Approved }),
    changes: list(ChangedDecision, { description: `The first ${MAX_REPORTED_CHANGES}, oldest first` }),
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
    'Decides the past messages of an account again under other settings, each at its own time, and lists the decisions that would differ. It changes nothing.',
  reference: 'docs/interface/decision.md#backtest',
  method: 'POST',
  path: '/accounts/{account_number}/backtest',
  scope: 'authorizations:read',
  params: record({ account_number: text(64, { description: 'Of an account of the bank' }) }),
  query: record({}),
  request: BacktestRequest,
  response: Backtest,
  errors: ['account_not_found', 'card_not_found', 'token_not_found', 'merchant_list_not_found', 'state_forbids'],
});
