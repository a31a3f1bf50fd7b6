import type { EcommerceResponse } from '@cardwright/contract';

/** A simulated message (docs/interface/authorization-message.md). */
export type NetworkMessage = Readonly<Record<string, string>>;

/** How a network ends an authorization. */
export type Ending = 'reverse' | 'complete';

/** The decision of the gateway, with the names of the interface. */
export type NetworkDecision = Pick<
  EcommerceResponse,
  'Action_Code' | 'Additional_Response_Data' | 'Approval_Code' | 'CARD_NUMBER' | 'Retrieval_Reference_Number'
>;

/** The connection through which messages of a simulated network reach the gateway. */
export interface NetworkConnection {
  authorize(message: NetworkMessage): Promise<NetworkDecision>;
  /** Reverses or completes an authorization in full. Throws if the gateway does not accept it. */
  end(what: Ending, message: NetworkMessage): Promise<void>;
  close(): void;
}
