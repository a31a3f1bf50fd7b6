import { listNotifications } from './list-notifications.ts';
import { receiveTokenNotification } from './receive-token-notification.ts';

export * from './list-notifications.ts';
export * from './notification-codes.ts';
export * from './receive-token-notification.ts';

export const RECEIVER_OPERATIONS = [receiveTokenNotification, listNotifications] as const;
