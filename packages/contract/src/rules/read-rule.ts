import { defineRest } from '../operation.ts';
import { BankRule, rulePath } from './rule.ts';

export const readRule = defineRest({
  id: 'rules.read-rule',
  sdk: 'rules.retrieve',
  title: 'Get a rule',
  description: 'Returns a rule with all its versions and their history.',
  reference: 'docs/interface/rules.md#read',
  method: 'GET',
  path: '/rules/{rule_id}',
  scope: 'programs:read',
  params: rulePath,
  refusesUnknownQuery: true,
  response: BankRule,
  errors: ['rule_not_found'],
});
