// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { listNotifications } from './list-notifications.ts';
import { readActivation } from './read-activation.ts';
import { receiveTokenNotification } from './receive-token-notification.ts';

export * from './list-notifications.ts';
export * from './read-activation.ts';
export * from './receive-token-notification.ts';

export const RECEIVER_OPERATIONS = [receiveTokenNotification, listNotifications, readActivation] as const;
