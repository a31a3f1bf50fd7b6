import { defineRest } from '../operation.ts';
import { instantField, optional, record, text } from '../schema/fields.ts';

export const readActivation = defineRest({
  id: 'receiver.read-activation',
  sdk: 'tokenNotifications.retrieveActivation',
  title: 'Get an activation code',
  description: 'Returns the activation code of a received notification. The code can be read once, while it is valid.',
  reference: 'docs/interface/token-notification.md#activation-code',
  method: 'GET',
  path: '/received-notifications/{id}/activation',
  scope: 'tokens:codes',
  params: record({ id: text(36, { fieldFormat: 'uuid', description: 'Notification id' }) }),
  readsOnce: true,
  response: record({
    activation_code: optional(text(30, { description: 'Activation code; absent if only the text contains it' })),
    text_message: optional(text(300, { description: 'Text for the cardholder' })),
    expires_at: instantField(),
  }),
  errors: ['notification_not_found'],
});
