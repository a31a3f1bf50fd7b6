import { defineNotification } from '../operation.ts';
import { TokenNotification, TokenNotificationResponse } from '../tokens/token-notification.ts';

export const receiveTokenNotification = defineNotification({
  id: 'receiver.receive-token-notification',
  sdk: 'tokenNotifications.send',
  title: 'Receive a token notification',
  description:
    'Receives a token notification for a bank. The sender authenticates with an access token of the bank or a Standard Webhooks signature. The response contains a code.',
  reference: 'docs/interface/token-notification.md#receive',
  path: '/webhook/TokenNotification',
  scope: 'notifications:write',
  request: TokenNotification,
  response: TokenNotificationResponse,
});
