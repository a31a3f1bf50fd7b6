import { defineRest } from '../operation.ts';
import { list, record } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { DeliveryAttempt, endpointPath } from './webhook-endpoint.ts';

export const listAttempts = defineRest({
  id: 'webhooks.list-attempts',
  title: 'Attempts to deliver to a webhook endpoint',
  reference: 'docs/interface/webhooks.md#attempts',
  method: 'GET',
  path: '/webhook-endpoints/{endpoint_id}/attempts',
  scope: 'webhooks:read',
  params: endpointPath,
  query: record(pageQuery),
  request: null,
  response: record({ attempts: list(DeliveryAttempt, { description: 'Newest first' }), next_cursor: nextCursor }),
  errors: ['endpoint_not_found'],
});
