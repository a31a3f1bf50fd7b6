import { defineRest } from '../operation.ts';
import { list, record } from '../schema/fields.ts';
import { WebhookEndpoint } from './webhook-endpoint.ts';

export const listEndpoints = defineRest({
  id: 'webhooks.list-endpoints',
  sdk: 'webhookEndpoints.list',
  title: 'List webhook endpoints',
  description: 'Lists all webhook endpoints of the caller, oldest first.',
  reference: 'docs/interface/webhooks.md#endpoints',
  method: 'GET',
  path: '/webhook-endpoints',
  scope: 'webhooks:read',
  response: record({ endpoints: list(WebhookEndpoint, { description: 'Endpoints, oldest first' }) }),
});
