import type { TokenNotification } from '@cardwright/sdk/webhooks';

/** Replace this function with your own. Its promise must resolve only after the notification is stored. */
export async function store(notification: TokenNotification): Promise<void> {
  console.log(notification.id, notification.type);
}
