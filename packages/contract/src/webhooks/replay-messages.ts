import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { oneOf, optional, record, text } from '../schema/fields.ts';
import { endpointPath, instantOrNull } from './webhook-endpoint.ts';

/** Maximum number of messages that one call makes pending again. The next call continues. */
export const MAX_REPLAYED = 5_000;

export const replayMessages = defineRest({
  id: 'webhooks.replay-messages',
  sdk: 'webhookEndpoints.replay',
  title: 'Replay messages',
  description:
    'Sends delivered and dead messages again with their original ids: one message, or all messages since a specified time.',
  reference: 'docs/interface/webhooks.md#replay',
  method: 'POST',
  path: '/webhook-endpoints/{endpoint_id}/replay',
  scope: 'webhooks:write',
  params: endpointPath,
  request: record({
    notification_id: optional(
      text(36, { fieldFormat: 'uuid', description: 'Sends only the message with this id', requiredWithout: 'since' }),
    ),
    since: optional(
      text(30, {
        fieldFormat: 'utc-time',
        description: 'Sends all messages from this time on',
        requiredWithout: 'notification_id',
      }),
    ),
    state: optional(
      oneOf(['DELIVERED', 'DEAD', 'SKIPPED'], {
        description: 'With since: only messages in this state; default DELIVERED and DEAD',
      }),
    ),
  }),
  response: record({
    replayed: Type.Integer({ description: `Number of messages to send again, at most ${MAX_REPLAYED}, oldest first` }),
    continue_since: instantOrNull('Value of `since` for the next call; null if no messages remain'),
  }),
  takesIdempotencyKey: true,
  errors: ['endpoint_not_found', 'notification_not_found', 'state_forbids'],
});
