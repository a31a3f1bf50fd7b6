import { defineNotification } from '../operation.ts';
import { TokenNotification, TokenNotificationResponse } from '../tokens/token-notification.ts';

export const receiveTokenNotification = defineNotification({
  id: 'receiver.receive-token-notification',
  sdk: 'tokenNotifications.send',
  title: 'Token notification, FI side',
  description:
    'Takes a notification about a token that somebody sends to a bank. It is let in by an access token of the bank, or by a signature of Standard Webhooks. Its answer has a code of its own.',
  reference: 'docs/interface/token-notification.md#receive',
  path: '/webhook/TokenNotification',
  scope: 'notifications:write',
  request: TokenNotification,
  response: TokenNotificationResponse,
});
