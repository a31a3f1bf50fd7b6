import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { LimitInForce, limitPath, limitPlaceQuery } from './limit.ts';

export const readLimit = defineRest({
  id: 'limits.read-limit',
  sdk: 'limits.retrieve',
  title: 'Get a limit',
  description:
    'Returns a limit of an account, a card, a token or a program, its usage, and the time of its next reset.',
  reference: 'docs/interface/limits.md#read',
  method: 'GET',
  path: '/limits/{id}',
  scope: 'programs:read',
  params: limitPath,
  query: record(limitPlaceQuery),
  refusesUnknownQuery: true,
  response: LimitInForce,
  errors: ['account_not_found', 'card_not_found', 'limit_not_found', 'program_not_found', 'token_not_found'],
});
