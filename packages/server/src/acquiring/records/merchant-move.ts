/** Who moves merchants, and when. */
export interface MerchantMoveContext {
  readonly acquirerId: string;
  readonly at: Date;
  readonly actor: string;
  /** Of the HTTP request; for background work, an id of its own. */
  readonly requestId: string;
}

/** A change of status or state. The caller has already written it to the merchant's row, with this sequence. */
export interface MerchantMove {
  readonly merchantId: string;
  /** The acquirer's id of the request that the merchant came with. */
  readonly onboardingRequestId: string;
  /** The number of the merchant's event: from 1, without gaps. */
  readonly sequence: number;
  readonly from: string | null;
  readonly to: string;
  /** Of an amendment that waits or waited: its types. The merchant itself is as it was. */
  readonly amendments?: readonly string[];
  readonly reason?: string;
}
