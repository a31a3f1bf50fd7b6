import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { BankRule, rulePath, ruleReason, whichVersion } from './rule.ts';

export const approveRule = defineRest({
  id: 'rules.approve-rule',
  sdk: 'rules.approve',
  title: 'Approve a rule',
  description:
    'Puts a proposed version into force after its backtest is complete. The author and the proposer cannot approve the version. The previous live version is retired.',
  reference: 'docs/interface/rules.md#approve',
  method: 'POST',
  path: '/rules/{rule_id}/approve',
  scope: 'rules:approve',
  params: rulePath,
  request: record({ version: whichVersion('Proposed version, as it was read'), reason: ruleReason() }),
  response: BankRule,
  takesIdempotencyKey: true,
  errors: ['rule_not_found', 'merchant_list_not_found', 'state_forbids'],
});
