import Type from 'typebox';
import { changeReason } from '../change-requests/change-request.ts';
import { defineRest } from '../operation.ts';
import { optional, record, text } from '../schema/fields.ts';
import { endpointPath } from './webhook-endpoint.ts';

export const deleteEndpoint = defineRest({
  id: 'webhooks.delete-endpoint',
  sdk: 'webhookEndpoints.delete',
  title: 'Delete a webhook endpoint',
  description: 'Deletes an endpoint with its keys. Pending messages of the endpoint are never sent.',
  reference: 'docs/interface/webhooks.md#delete',
  method: 'DELETE',
  path: '/webhook-endpoints/{endpoint_id}',
  scope: 'webhooks:write',
  params: endpointPath,
  query: record({ reason: optional(changeReason()) }),
  response: record({
    endpoint_id: text(36, { description: 'Id of the deleted endpoint' }),
    dropped: Type.Integer({ description: 'Number of pending messages that were dropped' }),
  }),
  changeKinds: ['endpoint.change'],
  takesIdempotencyKey: true,
  errors: ['endpoint_not_found', 'state_forbids'],
});
