import type { Operation } from '@cardwright/contract';

/** How one call differs from what the client does otherwise. */
export interface CallOptions {
  /** Ends the call, also while it waits to be repeated. The promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** For each attempt. */
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
  /** Added to the request; a header that the client sets is replaced. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Identifies a request that changes something: a call with the same `msgId` and the same content again gets the stored answer,
   * also from another process. It is the msg_id of an envelope, the Unique-Reference-Code of an insurance operation, the requestId
   * of merchant onboarding, and the `idempotencyKey` of plain JSON without one. 12 characters at most. Made if absent.
   */
  readonly msgId?: string;
  /** tracking_id of an envelope: 15 characters at most. The `msgId`, if absent. */
  readonly trackingId?: string;
  /** By which the server knows a repeat of a plain JSON request that changes something. The `msgId`, if absent. */
  readonly idempotencyKey?: string;
  /** The version that must still be in force, as `etag` of an answer. */
  readonly ifMatch?: string;
}

/** One call, whatever its method looks like. */
export interface Call {
  readonly operation: Operation;
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly options: CallOptions;
}

/** The parts of a call by their names, for an operation that has no method here. */
export type NamedCall = Partial<Omit<Call, 'operation'>>;
