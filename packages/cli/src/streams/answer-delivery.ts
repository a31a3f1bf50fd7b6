import type { Cardwright } from '@cardwright/sdk';

/** The stream of the caller's notifications: docs/interface/sandbox.md#streams. */
export const NOTIFICATIONS = '/sandbox/notifications';

/** Passes the response of a receiver to the sandbox. The result is not ok if the sandbox no longer waits for it. */
export async function answerDelivery(
  client: Cardwright,
  listenerId: string,
  deliveryId: string,
  { status, body }: { readonly status: number; readonly body: string },
): Promise<Response> {
  const { headers } = await client.identify();
  return await fetch(`${client.baseUrl}${NOTIFICATIONS}/${listenerId}/answers/${deliveryId}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ status, body }),
  });
}
