import { defineRest } from '../operation.ts';
import { oneOf, optional, record } from '../schema/fields.ts';
import { itemsQuery, pageOf } from '../schema/page.ts';
import { BankRule, RULE_STATES } from './rule.ts';

export const listRules = defineRest({
  id: 'rules.list-rules',
  sdk: 'rules.list',
  title: 'List rules',
  description: 'Lists the rules of the bank, each with its newest version and the versions that are not retired.',
  reference: 'docs/interface/rules.md#list',
  method: 'GET',
  path: '/rules',
  scope: 'programs:read',
  query: record({
    ...itemsQuery,
    state: optional(oneOf(RULE_STATES, { description: 'Only rules with a version in this state' })),
  }),
  refusesUnknownQuery: true,
  response: pageOf(BankRule),
});
