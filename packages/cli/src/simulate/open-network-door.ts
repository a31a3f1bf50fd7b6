import type { Cardwright } from '@cardwright/sdk';
import type { NetworkDoor } from './network-door.ts';

/**
 * Connects a simulated network to the gateway.
 *
 * @param iso host and port for ISO 8583. Undefined for the REST interface.
 */
export async function openNetworkDoor(client: Cardwright, iso: string | undefined): Promise<NetworkDoor> {
  if (iso === undefined) return restDoor(client);
  const { openIsoDoor } = await import('./iso-door.ts');
  return await openIsoDoor(iso);
}

function restDoor(client: Cardwright): NetworkDoor {
  return {
    authorize: (message) => client.authorizations.ecommerce(message as never),
    async end(what, { Retrieval_Reference_Number: rrn = '' }) {
      await client.authorizations[what](rrn);
    },
    close: () => {},
  };
}
