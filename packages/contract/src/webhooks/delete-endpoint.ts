import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';
import { endpointPath } from './webhook-endpoint.ts';

export const deleteEndpoint = defineRest({
  id: 'webhooks.delete-endpoint',
  sdk: 'webhookEndpoints.delete',
  title: 'Delete a webhook endpoint',
  description: 'Deletes an endpoint with its keys. Messages that are waiting for it are never sent.',
  reference: 'docs/interface/webhooks.md#delete',
  method: 'DELETE',
  path: '/webhook-endpoints/{endpoint_id}',
  scope: 'webhooks:write',
  params: endpointPath,
  query: record({}),
  request: null,
  response: record({
    endpoint_id: text(36, { description: 'Of the deleted endpoint' }),
    dropped: Type.Integer({ description: 'Waiting messages that were dropped with it' }),
  }),
  takesIdempotencyKey: true,
  errors: ['endpoint_not_found', 'state_forbids'],
});
