import { defineRest } from '../operation.ts';
import { flag, optional, record } from '../schema/fields.ts';
import {
  endpointDescription,
  endpointUrl,
  madeSecret,
  maxInFlight,
  OauthSettings,
  WebhookEndpoint,
} from './webhook-endpoint.ts';

export const registerEndpoint = defineRest({
  id: 'webhooks.register-endpoint',
  title: 'Register a webhook endpoint',
  reference: 'docs/interface/webhooks.md#register',
  method: 'POST',
  path: '/webhook-endpoints',
  scope: 'webhooks:write',
  params: record({}),
  query: record({}),
  request: record({
    url: endpointUrl(),
    description: optional(endpointDescription()),
    max_in_flight: optional(maxInFlight()),
    oauth: optional(OauthSettings),
    ed25519: optional(flag({ description: 'Sign with ed25519 too' })),
  }),
  response: record({ endpoint: WebhookEndpoint, ...madeSecret }),
  errors: ['state_forbids'],
});
