import type { TokenNotification } from '@cardwright/sdk/webhooks';

/** Yours to write: it resolves when the notification is stored. */
export async function store(notification: TokenNotification): Promise<void> {
  console.log(notification.id, notification.type);
}
