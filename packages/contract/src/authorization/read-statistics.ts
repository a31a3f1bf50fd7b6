import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf, timeQuery } from '../schema/page.ts';

export const STATISTICS_GRAINS = ['hour', 'day'] as const;
export const STATISTICS_SPLITS = ['action_code', 'rule', 'channel', 'country', 'mcc'] as const;

const counts = {
  approved: Type.Integer({ description: 'Number of approvals' }),
  declined: Type.Integer({ description: 'Number of declines' }),
  amounts: list(
    record(
      {
        currency: text(3, { description: 'Currency of the accounts, ISO 4217' }),
        approved: text(24, { description: 'Sum of billing amounts, decimal text' }),
        declined: text(24, { description: 'Sum of billing amounts, decimal text' }),
      },
      { component: 'AuthorizationAmounts' },
    ),
    { description: 'Amounts by currency, without messages that have no known card' },
  ),
};

export const StatisticsPeriod = record(
  {
    starts_at: text(24, { description: "Start of an hour or a day in the bank's time zone, ISO 8601 UTC" }),
    ...counts,
    response_ms: optional(
      record(
        {
          p50: Type.Number({ description: 'Median response time' }),
          p99: Type.Number({ description: '99th percentile' }),
        },
        {
          component: 'ResponseTimes',
          description: 'Response times in milliseconds, at most 10% too high; absent if unknown',
        },
      ),
    ),
    parts: optional(
      list(
        record(
          { value: text(40, { description: 'Value of the split; empty if a message has none' }), ...counts },
          { component: 'StatisticsPart' },
        ),
        { description: 'Parts by `split`, the largest first' },
      ),
    ),
  },
  { component: 'StatisticsPeriod' },
);
export type StatisticsPeriod = Static<typeof StatisticsPeriod>;

export const readStatistics = defineRest({
  id: 'authorization.read-statistics',
  sdk: 'authorizations.statistics',
  title: 'Get authorization statistics',
  description:
    'Counts the decisions of the bank by hour or day, in total and split by action code, rule, channel, country or category, with response times. Figures lag by at most five seconds.',
  reference: 'docs/interface/decision.md#statistics',
  method: 'GET',
  path: '/statistics/authorizations',
  scope: 'authorizations:read',
  query: record({
    ...timeQuery,
    by: optional(oneOf(STATISTICS_GRAINS, { description: 'Length of a period; default hour' })),
    split: optional(oneOf(STATISTICS_SPLITS, { description: 'Value by which each period is split' })),
    ...itemsQuery,
  }),
  refusesUnknownQuery: true,
  response: pageOf(StatisticsPeriod),
});
