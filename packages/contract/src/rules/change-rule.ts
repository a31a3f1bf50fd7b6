import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { BankRule, ruleContent, rulePath } from './rule.ts';

export const changeRule = defineRest({
  id: 'rules.change-rule',
  sdk: 'rules.update',
  title: 'Create a version of a rule',
  description:
    'Creates a new version of a rule as a draft. Earlier versions do not change, and a live version remains in force.',
  reference: 'docs/interface/rules.md#change',
  method: 'PUT',
  path: '/rules/{rule_id}',
  scope: 'programs:write',
  params: rulePath,
  request: record(ruleContent),
  response: BankRule,
  takesIdempotencyKey: true,
  errors: ['rule_not_found', 'merchant_list_not_found', 'state_forbids'],
});
