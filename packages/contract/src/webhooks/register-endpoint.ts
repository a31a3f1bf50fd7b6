import Type from 'typebox';
import { changeReason } from '../change-requests/change-request.ts';
import { defineRest } from '../operation.ts';
import { flag, optional, record, text } from '../schema/fields.ts';
import {
  endpointDescription,
  endpointEvents,
  endpointUrl,
  eventsPerRequest,
  finalCodes,
  generatedSecret,
  maxInFlight,
  OauthSettings,
  WebhookEndpoint,
} from './webhook-endpoint.ts';

/** Maximum number of past events that a registration sends. */
export const MAX_BACKFILLED = 20_000;

export const registerEndpoint = defineRest({
  id: 'webhooks.register-endpoint',
  sdk: 'webhookEndpoints.register',
  title: 'Register a webhook endpoint',
  description:
    "Registers a URL that receives the caller's notifications, signed and in order. Each type of event needs its scope. Only this response contains the secret.",
  reference: 'docs/interface/webhooks.md#register',
  method: 'POST',
  path: '/webhook-endpoints',
  scope: 'webhooks:write',
  request: record({
    url: endpointUrl(),
    description: optional(endpointDescription()),
    max_in_flight: optional(maxInFlight()),
    events_per_request: optional(eventsPerRequest()),
    oauth: optional(OauthSettings),
    events: optional(endpointEvents()),
    final_codes: optional(finalCodes()),
    backfill: optional(
      record(
        {
          since: optional(
            text(30, {
              fieldFormat: 'utc-time',
              description: 'Sends events from this time on',
              requiredWithout: 'after',
            }),
          ),
          after: optional(
            text(36, {
              fieldFormat: 'uuid',
              description: 'Sends events after the event with this id',
              requiredWithout: 'since',
            }),
          ),
        },
        { description: 'Earlier events to send' },
      ),
    ),
    ed25519: optional(flag({ description: 'Whether to also sign with ed25519' })),
    reason: optional(changeReason()),
  }),
  response: record({
    endpoint: WebhookEndpoint,
    ...generatedSecret,
    backfilled: Type.Integer({ description: 'Number of earlier events that are being sent' }),
  }),
  changeKinds: ['endpoint.change'],
  takesIdempotencyKey: true,
  errors: ['notification_not_found', 'state_forbids'],
});
