/** A signed notification that the outbox delivers. */
export interface TunnelledDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer of the receiver behind the listener. */
export interface TunnelledAnswer {
  readonly status: number;
  readonly body: string;
}
