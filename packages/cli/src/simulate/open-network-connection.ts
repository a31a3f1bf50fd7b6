import type { Cardwright } from '@cardwright/sdk';
import type { NetworkConnection } from './network-connection.ts';

/**
 * Connects a simulated network to the gateway.
 *
 * @param iso host and port for ISO 8583. Undefined for the REST interface.
 */
export async function openNetworkConnection(client: Cardwright, iso: string | undefined): Promise<NetworkConnection> {
  if (iso === undefined) return restConnection(client);
  const { openIsoNetwork } = await import('./iso-network.ts');
  return await openIsoNetwork(iso);
}

function restConnection(client: Cardwright): NetworkConnection {
  return {
    authorize: (message) => client.authorizations.ecommerce(message as never),
    async end(what, { Retrieval_Reference_Number: rrn = '' }) {
      await client.authorizations[what](rrn);
    },
    close: () => {},
  };
}
