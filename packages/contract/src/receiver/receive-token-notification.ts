import { defineNotification } from '../operation.ts';
import { TokenNotification, TokenNotificationResponse } from '../tokens/token-notification.ts';

export const receiveTokenNotification = defineNotification({
  id: 'receiver.receive-token-notification',
  title: 'Token notification, FI side',
  reference: 'docs/interface/token-notification.md#receive',
  path: '/webhook/TokenNotification',
  scope: 'notifications:write',
  request: TokenNotification,
  response: TokenNotificationResponse,
});
