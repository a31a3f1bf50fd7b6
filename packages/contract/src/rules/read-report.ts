import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { list, optional, record, text } from '../schema/fields.ts';
import { rulePath } from './rule.ts';

const counts = {
  currency: text(3, { description: 'Currency of the accounts, ISO 4217' }),
  asked: Type.Integer({ description: 'Number of evaluated messages' }),
  would_decline: Type.Integer({ description: 'Number of messages that met the condition in shadow mode' }),
  would_decline_amount: text(30, { description: 'Sum of their billing amounts, decimal text' }),
  declined: Type.Integer({ description: 'Number of messages that the rule declined' }),
  declined_amount: text(30, { description: 'Sum of their billing amounts' }),
};

const RuleReport = record(
  {
    rule_id: text(36),
    name: text(24),
    versions: list(record({ version: Type.Integer(), ...counts }, { component: 'RuleCounts' }), {
      description: 'Counts by version and currency, newest version first',
    }),
    days: list(
      record(
        { day: text(10, { description: "Day in the bank's time zone" }), version: Type.Integer(), ...counts },
        { component: 'RuleCountsOfDay' },
      ),
      { description: 'Counts by day, oldest first' },
    ),
  },
  { component: 'RuleReport' },
);
export type RuleReport = Static<typeof RuleReport>;

export const readRuleReport = defineRest({
  id: 'rules.read-report',
  sdk: 'rules.report',
  title: 'Get a rule report',
  description:
    'Returns how often a rule was evaluated in stored decisions, what it would have declined, and what it declined, with amounts and by day.',
  reference: 'docs/interface/rules.md#report',
  method: 'GET',
  path: '/rules/{rule_id}/report',
  scope: 'programs:read',
  params: rulePath,
  query: record({
    from: optional(
      text(10, { fieldFormat: 'date', description: "First day, in the bank's time zone; absent: all days" }),
    ),
    to: optional(text(10, { fieldFormat: 'date', description: 'Last day; absent: today' })),
  }),
  refusesUnknownQuery: true,
  response: RuleReport,
  errors: ['rule_not_found'],
});
