import type { Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { ProvisioningAnswer, provisioningFields, provisioningId } from './provisioning.ts';

const Request = record({ provisioning_id: provisioningId(), ...provisioningFields });
export type RequestProvisioning = Static<typeof Request>;

export const requestProvisioning = defineRest({
  id: 'tokens.request-provisioning',
  sdk: 'tokens.requestProvisioning',
  title: 'Request a token',
  description:
    'Decides whether a card gets a token: immediately, after activation with a code, or not at all. A network can send requests for cards of any bank.',
  reference: 'docs/interface/token-provisioning.md#request',
  method: 'POST',
  path: '/tokens/provisioning',
  scope: 'tokens:provision',
  request: Request,
  response: ProvisioningAnswer,
  repeatedBy: 'provisioning_id',
  errors: ['request_still_running'],
});
