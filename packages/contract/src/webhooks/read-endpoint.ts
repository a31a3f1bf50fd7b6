import { defineRest } from '../operation.ts';
import { endpointPath, WebhookEndpoint } from './webhook-endpoint.ts';

export const readEndpoint = defineRest({
  id: 'webhooks.read-endpoint',
  sdk: 'webhookEndpoints.retrieve',
  title: 'Get a webhook endpoint',
  description: 'Returns the state and the public keys of a webhook endpoint, and the number of pending messages.',
  reference: 'docs/interface/webhooks.md#endpoints',
  method: 'GET',
  path: '/webhook-endpoints/{endpoint_id}',
  scope: 'webhooks:read',
  params: endpointPath,
  response: WebhookEndpoint,
  errors: ['endpoint_not_found'],
});
