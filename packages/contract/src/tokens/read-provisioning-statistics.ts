import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { PROVISIONING_EFFECTS } from '../rules/rule.ts';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { PROVISIONING_REASONS } from './provisioning.ts';

const count = (description: string) => Type.Integer({ description });

const ProvisioningStatistics = record(
  {
    days: list(
      record(
        {
          day: text(10, { description: "Day in the bank's time zone" }),
          approved: count('Number of requests that got a token immediately'),
          approved_with_code: count('Number of requests that got a token with an activation code'),
          declined: count('Number of declined requests'),
          reasons: list(
            record(
              { reason: oneOf(PROVISIONING_REASONS, { component: 'ProvisioningReason' }), declined: Type.Integer() },
              { component: 'ProvisioningDeclines' },
            ),
            { description: 'Declined requests by reason, in descending order' },
          ),
        },
        { component: 'ProvisioningDay' },
      ),
      { description: 'Days with decisions, oldest first' },
    ),
    rules: list(
      record(
        {
          rule: text(24),
          version: Type.Integer(),
          is_live: Type.Boolean({ description: 'Whether the rule decided; false for a rule in SHADOW' }),
          effect: oneOf(PROVISIONING_EFFECTS, { component: 'ProvisioningEffect' }),
          decisions: count('Number of requests that the rule decided, or would have decided in SHADOW'),
        },
        { component: 'ProvisioningRuleCount' },
      ),
      { description: 'Rules of the bank that applied in the period, most frequent first' },
    ),
  },
  { component: 'ProvisioningStatistics' },
);
export type ProvisioningStatistics = Static<typeof ProvisioningStatistics>;

export const readProvisioningStatistics = defineRest({
  id: 'tokens.read-provisioning-statistics',
  sdk: 'tokens.provisioningStatistics',
  title: 'Get provisioning statistics',
  description:
    'Returns the number of decisions of the bank on requests for tokens, by day, outcome, reason of a decline, and rule of the bank.',
  reference: 'docs/interface/token-provisioning.md#statistics',
  method: 'GET',
  path: '/statistics/provisionings',
  scope: 'tokens:read',
  query: record({
    from: optional(
      text(10, { fieldFormat: 'date', description: "First day, in the bank's time zone; absent: 29 days before `to`" }),
    ),
    to: optional(text(10, { fieldFormat: 'date', description: 'Last day; absent: today' })),
  }),
  refusesUnknownQuery: true,
  response: ProvisioningStatistics,
});
