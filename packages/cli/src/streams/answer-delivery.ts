import type { Cardwright } from '@cardwright/sdk';

/** The stream of the caller's notifications: docs/interface/sandbox.md#streams. */
export const NOTIFICATIONS = '/sandbox/notifications';

/** Gives the sandbox what a receiver answered. Not ok where nobody waits for it any more. */
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
