/** In whose name, and when, merchants are moved. */
export interface MerchantMoveContext {
  readonly acquirerId: string;
  readonly at: Date;
  readonly actor: string;
  /** Of the HTTP request, or of what was done by itself. */
  readonly requestId: string;
}

/** A change of status or state. The caller has written it into the merchant's row, with this sequence. */
export interface MerchantMove {
  readonly merchantId: string;
  /** The acquirer's own name of the request that the merchant came with. */
  readonly onboardingRequestId: string;
  /** Counts the events of the merchant, from 1 and without gaps. */
  readonly sequence: number;
  readonly from: string | null;
  readonly to: string;
  readonly reason?: string;
}
