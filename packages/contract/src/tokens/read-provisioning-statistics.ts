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
          day: text(10, { description: "In the bank's time zone" }),
          approved: count('Requests that got a token at once'),
          approved_with_code: count('Requests that got a token after a code'),
          declined: count('Declined requests'),
          reasons: list(
            record(
              { reason: oneOf(PROVISIONING_REASONS, { component: 'ProvisioningReason' }), declined: Type.Integer() },
              { component: 'ProvisioningDeclines' },
            ),
            { description: 'The declined requests by reason, the largest first' },
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
          is_live: Type.Boolean({ description: 'Whether it decided; false for a rule in SHADOW' }),
          effect: oneOf(PROVISIONING_EFFECTS, { component: 'ProvisioningEffect' }),
          decisions: count('Requests that the rule decided, or would have decided alike in SHADOW'),
        },
        { component: 'ProvisioningRuleCount' },
      ),
      { description: 'The rules of the bank that applied in the period, the most frequent first' },
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
    'Counts the decisions of the bank about requests for tokens by day, outcome and reason of a decline, and by rule of the bank.',
  reference: 'docs/interface/token-provisioning.md#statistics',
  method: 'GET',
  path: '/statistics/provisionings',
  scope: 'tokens:read',
  params: record({}),
  query: record({
    from: optional(
      text(10, { fieldFormat: 'date', description: "First day, in the bank's time zone; absent: 29 days before `to`" }),
    ),
    to: optional(text(10, { fieldFormat: 'date', description: 'Last day; absent: today' })),
  }),
  refusesUnknownQuery: true,
  request: null,
  response: ProvisioningStatistics,
  errors: [],
});
