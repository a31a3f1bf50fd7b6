import type { Operation } from '@cardwright/contract';

/** Options that change the client's settings for one call. */
export interface CallOptions {
  /** Aborts the call, including the pause before a retry. The promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Time limit for each attempt, in milliseconds. */
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
  /** Headers to add to the request. They replace headers that the client sets. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Identifies a request that changes something. Another call with the same `msgId` and the same content gets the
   * stored answer, even from another process. The client sends it as the msg_id of an envelope, the
   * Unique-Reference-Code of an insurance operation, or the requestId of merchant onboarding. For plain JSON, it is the
   * default `idempotencyKey`. At most 12 characters. Generated if absent.
   */
  readonly msgId?: string;
  /** tracking_id of an envelope: 15 characters at most. Default: the `msgId`. */
  readonly trackingId?: string;
  /** Identifies repeats of a plain JSON request that changes something. Default: the `msgId`. */
  readonly idempotencyKey?: string;
  /** The version of the resource that must still be in force: the `etag` of an earlier answer. */
  readonly ifMatch?: string;
}

/** A single call, independent of its method. */
export interface Call {
  readonly operation: Operation;
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly options: CallOptions;
}

/** The parts of a call by name, for an operation without a method in this client. */
export type NamedCall = Partial<Omit<Call, 'operation'>>;
