import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record } from '../schema/fields.ts';
import { LIMIT_LEVELS, LimitInForce, limitPlaceQuery } from './limit.ts';

export const listLimits = defineRest({
  id: 'limits.list-limits',
  sdk: 'limits.list',
  title: 'List limits',
  description:
    'Lists the limits of an account and its cards, of a card, of a token, or the limits that accounts share, with their usage.',
  reference: 'docs/interface/limits.md#list',
  method: 'GET',
  path: '/limits',
  scope: 'programs:read',
  query: record({
    ...limitPlaceQuery,
    level: optional(oneOf(LIMIT_LEVELS, { component: 'LimitLevel', description: 'Only limits of this level' })),
  }),
  refusesUnknownQuery: true,
  response: record({ items: list(LimitInForce, { description: 'Limits in the order of evaluation' }) }),
  errors: ['account_not_found', 'card_not_found', 'program_not_found', 'token_not_found'],
});
