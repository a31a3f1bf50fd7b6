/** The acquirer, time, actor and request of moves. */
export interface MerchantMoveContext {
  readonly acquirerId: string;
  readonly at: Date;
  readonly actor: string;
  /** The id of the HTTP request. Background work has its own ids. */
  readonly requestId: string;
}

/** A change of status or state. The caller has already stored it in the merchant's row, with this sequence. */
export interface MerchantMove {
  readonly merchantId: string;
  /** The acquirer's id of the request that has the merchant. */
  readonly onboardingRequestId: string;
  /** The number of the merchant's event: from 1, without gaps. */
  readonly sequence: number;
  readonly from: string | null;
  readonly to: string;
  /** The types of a held amendment. Its moves do not change the merchant itself. */
  readonly amendments?: readonly string[];
  readonly reason?: string;
}
