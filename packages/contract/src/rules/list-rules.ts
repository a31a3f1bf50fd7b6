import { defineRest } from '../operation.ts';
import { oneOf, optional, record } from '../schema/fields.ts';
import { itemsQuery, pageOf } from '../schema/page.ts';
import { BankRule, RULE_STATES } from './rule.ts';

export const listRules = defineRest({
  id: 'rules.list-rules',
  sdk: 'rules.list',
  title: 'Rules of the bank',
  description: 'Shows the rules of the bank with those of their versions that are not retired, and with the newest.',
  reference: 'docs/interface/rules.md#list',
  method: 'GET',
  path: '/rules',
  scope: 'programs:read',
  params: record({}),
  query: record({
    ...itemsQuery,
    state: optional(oneOf(RULE_STATES, { description: 'Rules that have a version in this state' })),
  }),
  refusesUnknownQuery: true,
  request: null,
  response: pageOf(BankRule),
  errors: [],
});
