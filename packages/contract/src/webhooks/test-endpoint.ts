import { defineRest } from '../operation.ts';
import { oneOf, optional, record } from '../schema/fields.ts';
import { TOKEN_EVENT_INDICATORS } from '../tokens/token-notification.ts';
import { DeliveryAttempt, endpointPath } from './webhook-endpoint.ts';

export const testEndpoint = defineRest({
  id: 'webhooks.test-endpoint',
  sdk: 'webhookEndpoints.test',
  title: 'Send a sample to a webhook endpoint',
  description: 'Sends a sample to an endpoint now, whatever its state, and answers how that went.',
  reference: 'docs/interface/webhooks.md#test',
  method: 'POST',
  path: '/webhook-endpoints/{endpoint_id}/test',
  scope: 'webhooks:write',
  params: endpointPath,
  query: record({}),
  request: record({
    indicator: optional(
      oneOf(Object.values(TOKEN_EVENT_INDICATORS), {
        description: 'tokenEventIndicator of the sample: 3, 4 and 6 make it a TD, 7 a TE; 7 without it',
      }),
    ),
  }),
  response: DeliveryAttempt,
  errors: ['endpoint_not_found'],
});
