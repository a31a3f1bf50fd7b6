import { defineRest } from '../operation.ts';
import { oneOf, optional, record } from '../schema/fields.ts';
import { TOKEN_EVENT_INDICATORS } from '../tokens/token-notification.ts';
import { DeliveryAttempt, endpointPath } from './webhook-endpoint.ts';

export const testEndpoint = defineRest({
  id: 'webhooks.test-endpoint',
  sdk: 'webhookEndpoints.test',
  title: 'Test a webhook endpoint',
  description: 'Sends a sample to an endpoint immediately, in any state, and returns the outcome.',
  reference: 'docs/interface/webhooks.md#test',
  method: 'POST',
  path: '/webhook-endpoints/{endpoint_id}/test',
  scope: 'webhooks:write',
  params: endpointPath,
  request: record({
    indicator: optional(
      oneOf(Object.values(TOKEN_EVENT_INDICATORS), {
        description: 'tokenEventIndicator of the sample: 3, 4 and 6 send a TD, 7 a TE; default 7',
      }),
    ),
  }),
  response: DeliveryAttempt,
  errors: ['endpoint_not_found'],
});
