import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { DELIVERY_OUTCOMES, deliveryQuery, endpointPath, MESSAGE_STATES, OutboxMessage } from './webhook-endpoint.ts';

export const listMessages = defineRest({
  id: 'webhooks.list-messages',
  sdk: 'webhookEndpoints.listMessages',
  title: 'List messages of a webhook endpoint',
  description: 'Lists the messages of an endpoint, newest first, without their content.',
  reference: 'docs/interface/webhooks.md#messages',
  method: 'GET',
  path: '/webhook-endpoints/{endpoint_id}/messages',
  scope: 'webhooks:read',
  params: endpointPath,
  query: record({
    state: optional(oneOf(MESSAGE_STATES, { component: 'MessageState', description: 'Only messages in this state' })),
    ...deliveryQuery,
    outcome: optional(
      oneOf(DELIVERY_OUTCOMES, {
        component: 'DeliveryOutcome',
        description: 'Only messages whose last attempt had this outcome',
      }),
    ),
    ...pageQuery,
  }),
  response: record({
    messages: list(OutboxMessage, { description: 'Messages, newest first' }),
    next_cursor: nextCursor,
  }),
  errors: ['endpoint_not_found'],
});
