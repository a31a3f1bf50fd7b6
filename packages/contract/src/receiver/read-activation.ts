import { defineRest } from '../operation.ts';
import { instantField, optional, record, text } from '../schema/fields.ts';

export const readActivation = defineRest({
  id: 'receiver.read-activation',
  sdk: 'tokenNotifications.retrieveActivation',
  title: 'Activation code of a received notification',
  description: 'Shows the activation code of a received notification once, while it is valid.',
  reference: 'docs/interface/token-notification.md#activation-code',
  method: 'GET',
  path: '/received-notifications/{id}/activation',
  scope: 'tokens:codes',
  params: record({ id: text(36, { fieldFormat: 'uuid', description: 'Notification id' }) }),
  query: record({}),
  readsOnce: true,
  request: null,
  response: record({
    activation_code: optional(text(30, { description: 'Absent where only the text had it' })),
    text_message: optional(text(300, { description: 'What to tell the cardholder' })),
    expires_at: instantField(),
  }),
  errors: ['notification_not_found'],
});
