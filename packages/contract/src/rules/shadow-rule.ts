import { defineRest } from '../operation.ts';
import { optional, record } from '../schema/fields.ts';
import { BankRule, rulePath, whichVersion } from './rule.ts';

export const shadowRule = defineRest({
  id: 'rules.shadow-rule',
  sdk: 'rules.shadow',
  title: 'Shadow a rule',
  description:
    'Evaluates a draft on every message from now on. The trace records the messages that it would decline, but it does not affect decisions.',
  reference: 'docs/interface/rules.md#shadow',
  method: 'POST',
  path: '/rules/{rule_id}/shadow',
  scope: 'programs:write',
  params: rulePath,
  query: record({}),
  request: record({ version: optional(whichVersion('A draft; absent: the newest version')) }),
  response: BankRule,
  takesIdempotencyKey: true,
  errors: ['rule_not_found', 'merchant_list_not_found', 'state_forbids'],
});
