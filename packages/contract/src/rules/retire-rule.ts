import { defineRest } from '../operation.ts';
import { optional, record } from '../schema/fields.ts';
import { BankRule, rulePath, ruleReason, whichVersion } from './rule.ts';

export const retireRule = defineRest({
  id: 'rules.retire-rule',
  sdk: 'rules.retire',
  title: 'Retire a rule',
  description:
    'Ends a version for good, whatever its state is: a live one declines nothing from now on, a proposed one is rejected, also by who may approve it.',
  reference: 'docs/interface/rules.md#retire',
  method: 'POST',
  path: '/rules/{rule_id}/retire',
  scope: 'programs:write',
  partScope: 'rules:approve',
  params: rulePath,
  query: record({}),
  request: record({ version: optional(whichVersion('Absent: the newest version')), reason: ruleReason() }),
  response: BankRule,
  takesIdempotencyKey: true,
  errors: ['rule_not_found', 'state_forbids'],
});
