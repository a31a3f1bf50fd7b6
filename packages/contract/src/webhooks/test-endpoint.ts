import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { DeliveryAttempt, endpointPath } from './webhook-endpoint.ts';

export const testEndpoint = defineRest({
  id: 'webhooks.test-endpoint',
  title: 'Send a sample to a webhook endpoint',
  reference: 'docs/interface/webhooks.md#test',
  method: 'POST',
  path: '/webhook-endpoints/{endpoint_id}/test',
  scope: 'webhooks:write',
  params: endpointPath,
  query: record({}),
  request: record({}),
  response: DeliveryAttempt,
  errors: ['endpoint_not_found'],
});
