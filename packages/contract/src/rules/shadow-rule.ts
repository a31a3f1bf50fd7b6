import { defineRest } from '../operation.ts';
import { optional, record } from '../schema/fields.ts';
import { BankRule, rulePath, whichVersion } from './rule.ts';

export const shadowRule = defineRest({
  id: 'rules.shadow-rule',
  sdk: 'rules.shadow',
  title: 'Shadow a rule',
  description:
    'Starts to evaluate a draft on every message, without effect on decisions. Traces record the messages that it would decline.',
  reference: 'docs/interface/rules.md#shadow',
  method: 'POST',
  path: '/rules/{rule_id}/shadow',
  scope: 'programs:write',
  params: rulePath,
  request: record({ version: optional(whichVersion('Version to evaluate, a draft; absent: the newest version')) }),
  response: BankRule,
  takesIdempotencyKey: true,
  errors: ['rule_not_found', 'merchant_list_not_found', 'state_forbids'],
});
