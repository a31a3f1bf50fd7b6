import { defineRest } from '../operation.ts';
import { oneOf, optional, record } from '../schema/fields.ts';
import { itemsQuery, pageOf } from '../schema/page.ts';
import { ChangeRequest } from './change-request.ts';
import { CHANGE_STATES } from './change-values.ts';

export const listChangeRequests = defineRest({
  id: 'change-requests.list-change-requests',
  sdk: 'changeRequests.list',
  title: 'List change requests',
  description: 'Lists the change requests of the bank that await a second person, and those that were decided.',
  reference: 'docs/interface/change-requests.md#list',
  method: 'GET',
  path: '/change-requests',
  scope: 'changes:read',
  query: record({
    ...itemsQuery,
    state: optional(oneOf(CHANGE_STATES, { description: 'Only change requests in this state' })),
  }),
  refusesUnknownQuery: true,
  response: pageOf(ChangeRequest),
});
