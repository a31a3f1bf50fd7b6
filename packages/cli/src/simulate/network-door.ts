import type { EcommerceResponse } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';

/** A simulated message: docs/interface/authorization-message.md. */
export type NetworkMessage = Readonly<Record<string, string>>;

/** What the gateway decided, in the names of the interface. */
export type NetworkDecision = Pick<
  EcommerceResponse,
  'Action_Code' | 'Additional_Response_Data' | 'Approval_Code' | 'CARD_NUMBER' | 'Retrieval_Reference_Number'
>;

/** How the messages of a simulated network reach the gateway. */
export interface NetworkDoor {
  authorize(message: NetworkMessage): Promise<NetworkDecision>;
  /** Reverses or completes an authorization in full. Throws if the gateway does not accept that. */
  end(what: 'reverse' | 'complete', message: NetworkMessage): Promise<void>;
  close(): void;
}

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
