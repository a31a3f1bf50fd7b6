/** A notification that the outbox delivers, as it was signed. */
export interface TunnelledDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the receiver behind the listener answered. */
export interface TunnelledAnswer {
  readonly status: number;
  readonly body: string;
}
