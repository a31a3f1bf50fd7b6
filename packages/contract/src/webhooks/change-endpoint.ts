import { changeReason } from '../change-requests/change-request.ts';
import { defineRest } from '../operation.ts';
import { oneOf, optional, record } from '../schema/fields.ts';
import {
  ChangedOauthSettings,
  endpointDescription,
  endpointEvents,
  endpointPath,
  endpointUrl,
  eventsPerRequest,
  finalCodes,
  maxInFlight,
  WebhookEndpoint,
} from './webhook-endpoint.ts';

export const changeEndpoint = defineRest({
  id: 'webhooks.change-endpoint',
  sdk: 'webhookEndpoints.update',
  title: 'Update a webhook endpoint',
  description:
    'Updates only the members in the request. In the state PAUSED, messages remain pending; ACTIVE releases them.',
  reference: 'docs/interface/webhooks.md#change',
  method: 'PATCH',
  path: '/webhook-endpoints/{endpoint_id}',
  scope: 'webhooks:write',
  params: endpointPath,
  request: record({
    url: optional(endpointUrl()),
    description: optional(endpointDescription()),
    state: optional(oneOf(['ACTIVE', 'PAUSED'], { description: 'State of the endpoint; ACTIVE also ends DISABLED' })),
    max_in_flight: optional(maxInFlight()),
    events_per_request: optional(eventsPerRequest()),
    events: optional(endpointEvents()),
    final_codes: optional(finalCodes()),
    oauth: optional(ChangedOauthSettings),
    reason: optional(changeReason()),
  }),
  response: WebhookEndpoint,
  changeKinds: ['endpoint.change'],
  takesIdempotencyKey: true,
  errors: ['endpoint_not_found', 'state_forbids'],
});
