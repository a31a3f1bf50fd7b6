import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { oneOf, optional, record, text } from '../schema/fields.ts';
import { endpointPath, instantOrNull } from './webhook-endpoint.ts';

/** Messages that one call makes pending again; the next call continues. */
export const MOST_REPLAYED = 5_000;

export const replayMessages = defineRest({
  id: 'webhooks.replay-messages',
  sdk: 'webhookEndpoints.replay',
  title: 'Deliver messages again',
  description: 'Makes delivered and dead messages pending again, under their ids: one of them, or all since a time.',
  reference: 'docs/interface/webhooks.md#replay',
  method: 'POST',
  path: '/webhook-endpoints/{endpoint_id}/replay',
  scope: 'webhooks:write',
  params: endpointPath,
  query: record({}),
  request: record({
    notification_id: optional(
      text(36, { fieldFormat: 'uuid', description: 'This message alone', requiredWithout: 'since' }),
    ),
    since: optional(
      text(30, {
        fieldFormat: 'utc-time',
        description: 'All that were written at this time or later',
        requiredWithout: 'notification_id',
      }),
    ),
    state: optional(
      oneOf(['DELIVERED', 'DEAD', 'SKIPPED'], {
        description: 'With since: only those in this state; without it, DELIVERED and DEAD',
      }),
    ),
  }),
  response: record({
    replayed: Type.Integer({ description: `Messages that are pending again, at most ${MOST_REPLAYED}, oldest first` }),
    continue_since: instantOrNull('Where the next call continues; null when nothing is left'),
  }),
  takesIdempotencyKey: true,
  errors: ['endpoint_not_found', 'notification_not_found', 'state_forbids'],
});
