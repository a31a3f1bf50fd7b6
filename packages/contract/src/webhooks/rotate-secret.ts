import { changeReason } from '../change-requests/change-request.ts';
import { defineRest } from '../operation.ts';
import { digits, optional, record } from '../schema/fields.ts';
import { endpointPath, generatedSecret, instant } from './webhook-endpoint.ts';

export const rotateSecret = defineRest({
  id: 'webhooks.rotate-secret',
  sdk: 'webhookEndpoints.rotateSecret',
  title: 'Rotate keys of a webhook endpoint',
  description:
    'Creates a new key of each kind that the endpoint has. Only this response contains the new keys. The previous keys continue to sign for a limited time.',
  reference: 'docs/interface/webhooks.md#rotate',
  method: 'POST',
  path: '/webhook-endpoints/{endpoint_id}/rotate-secret',
  scope: 'webhooks:write',
  params: endpointPath,
  request: record({
    overlap_seconds: optional(
      digits(6, { description: 'Seconds for which the previous keys also sign; default 86400' }),
    ),
    reason: optional(changeReason()),
  }),
  response: record({
    ...generatedSecret,
    previous_retires_at: instant(', time at which the previous keys stop signing'),
  }),
  changeKinds: ['endpoint.change'],
  takesIdempotencyKey: true,
  errors: ['endpoint_not_found', 'state_forbids'],
});
