import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { DELIVERY_OUTCOMES, DeliveryAttempt, deliveryQuery, endpointPath } from './webhook-endpoint.ts';

export const listAttempts = defineRest({
  id: 'webhooks.list-attempts',
  sdk: 'webhookEndpoints.listAttempts',
  title: 'List delivery attempts',
  description: 'Lists the delivery attempts of an endpoint with their responses, newest first.',
  reference: 'docs/interface/webhooks.md#attempts',
  method: 'GET',
  path: '/webhook-endpoints/{endpoint_id}/attempts',
  scope: 'webhooks:read',
  params: endpointPath,
  query: record({
    ...deliveryQuery,
    outcome: optional(
      oneOf(DELIVERY_OUTCOMES, { component: 'DeliveryOutcome', description: 'Only attempts with this outcome' }),
    ),
    ...pageQuery,
  }),
  response: record({
    attempts: list(DeliveryAttempt, { description: 'Attempts, newest first' }),
    next_cursor: nextCursor,
  }),
  errors: ['endpoint_not_found'],
});
