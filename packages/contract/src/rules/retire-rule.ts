import { defineRest } from '../operation.ts';
import { optional, record } from '../schema/fields.ts';
import { BankRule, rulePath, ruleReason, whichVersion } from './rule.ts';

export const retireRule = defineRest({
  id: 'rules.retire-rule',
  sdk: 'rules.retire',
  title: 'Retire a rule',
  description:
    'Retires a version permanently, in any state. A live version then declines nothing. A proposed version is rejected; callers that can approve it can also reject it.',
  reference: 'docs/interface/rules.md#retire',
  method: 'POST',
  path: '/rules/{rule_id}/retire',
  scope: 'programs:write',
  partScope: 'rules:approve',
  params: rulePath,
  request: record({
    version: optional(whichVersion('Version to retire; absent: the newest version')),
    reason: ruleReason(),
  }),
  response: BankRule,
  changeKinds: ['rule.retire'],
  takesIdempotencyKey: true,
  errors: ['rule_not_found', 'state_forbids'],
});
