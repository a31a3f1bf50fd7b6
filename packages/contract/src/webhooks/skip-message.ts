import { defineRest } from '../operation.ts';
import { optional, record, text } from '../schema/fields.ts';
import { OutboxMessage } from './webhook-endpoint.ts';

export const skipMessage = defineRest({
  id: 'webhooks.skip-message',
  sdk: 'webhookEndpoints.skipMessage',
  title: 'Skip a message',
  description:
    'Removes a message that the receiver does not accept from its stream, so that later messages of the stream are delivered.',
  reference: 'docs/interface/webhooks.md#skip',
  method: 'POST',
  path: '/webhook-endpoints/{endpoint_id}/messages/{notification_id}/skip',
  scope: 'webhooks:write',
  params: record({
    endpoint_id: text(36, { fieldFormat: 'uuid', description: 'Id of the endpoint' }),
    notification_id: text(36, { fieldFormat: 'uuid', description: 'Id of the message' }),
  }),
  request: record({ reason: optional(text(200, { description: 'Reason, for the audit log' })) }),
  response: OutboxMessage,
  takesIdempotencyKey: true,
  errors: ['endpoint_not_found', 'notification_not_found', 'state_forbids'],
});
