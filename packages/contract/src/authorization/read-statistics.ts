import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf, timeQuery } from '../schema/page.ts';

export const STATISTICS_GRAINS = ['hour', 'day'] as const;
export const STATISTICS_SPLITS = ['action_code', 'rule', 'channel', 'country', 'mcc'] as const;

const counts = {
  approved: Type.Integer({ description: 'How many were approved' }),
  declined: Type.Integer({ description: 'How many were declined' }),
  amounts: list(
    record(
      {
        currency: text(3, { description: 'ISO 4217, of the accounts' }),
        approved: text(24, { description: 'Billing amounts together, decimal text' }),
        declined: text(24, { description: 'Billing amounts together, decimal text' }),
      },
      { component: 'AuthorizationAmounts' },
    ),
    { description: 'By currency. Messages that found no card are in none' },
  ),
};

export const StatisticsPeriod = record(
  {
    starts_at: text(24, { description: "ISO 8601 UTC: the beginning of an hour or a day in the bank's time zone" }),
    ...counts,
    response_ms: optional(
      record(
        {
          p50: Type.Number({ description: 'Within this time half of the messages were answered' }),
          p99: Type.Number({ description: 'Within this time 99 of 100 were' }),
        },
        {
          component: 'ResponseTimes',
          description: 'Milliseconds, at most a tenth too long; absent where nothing is known',
        },
      ),
    ),
    parts: optional(
      list(
        record(
          { value: text(40, { description: 'Of what it is split by; empty where a message has none' }), ...counts },
          { component: 'StatisticsPart' },
        ),
        { description: 'By `split`, the largest first' },
      ),
    ),
  },
  { component: 'StatisticsPeriod' },
);
export type StatisticsPeriod = Static<typeof StatisticsPeriod>;

export const readStatistics = defineRest({
  id: 'authorization.read-statistics',
  sdk: 'authorizations.statistics',
  title: 'Statistics of authorizations',
  description:
    'Counts the decisions of the bank by hour or day, all together and split by action code, rule, channel, country or category, and how long the answers took; at most five seconds late.',
  reference: 'docs/interface/decision.md#statistics',
  method: 'GET',
  path: '/statistics/authorizations',
  scope: 'authorizations:read',
  params: record({}),
  query: record({
    ...timeQuery,
    by: optional(oneOf(STATISTICS_GRAINS, { description: 'Length of a period; hour without it' })),
    split: optional(oneOf(STATISTICS_SPLITS, { description: 'Parts of each period' })),
    ...itemsQuery,
  }),
  refusesUnknownQuery: true,
  request: null,
  response: pageOf(StatisticsPeriod),
  errors: [],
});
