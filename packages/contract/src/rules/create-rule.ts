import { defineRest } from '../operation.ts';
import { optional, record } from '../schema/fields.ts';
import { BankRule, ruleContent, ruleName, ruleSubject } from './rule.ts';

export const createRule = defineRest({
  id: 'rules.create-rule',
  sdk: 'rules.create',
  title: 'Create a rule',
  description: 'Creates a rule of the bank as a draft. A draft does not affect decisions.',
  reference: 'docs/interface/rules.md#create',
  method: 'POST',
  path: '/rules',
  scope: 'programs:write',
  request: record({ name: ruleName(), on: optional(ruleSubject()), ...ruleContent }),
  response: BankRule,
  takesIdempotencyKey: true,
  errors: ['merchant_list_not_found', 'state_forbids'],
});
