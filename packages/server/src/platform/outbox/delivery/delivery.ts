import type { DeliveryOutcome, SigningKeyKind } from '@cardwright/contract';

export type { DeliveryOutcome } from '@cardwright/contract';

/**
 * A key that signs what is sent to an endpoint. `secret` holds raw bytes: the HMAC secret, or the 32-byte ed25519 seed.
 */
export interface EndpointSigningKey {
  readonly keyId: string;
  readonly kind: SigningKeyKind;
  readonly secret: Buffer;
}

/** The OAuth client that the endpoint's owner registered for access tokens. */
export interface EndpointOauthClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | undefined;
}

/** The content of one request, and the endpoint that it goes to. */
export interface Delivery {
  readonly endpointId: string;
  readonly bankId: string;
  readonly url: string;
  readonly notificationId: string;
  readonly type: string;
  /** JSON text, sent unchanged. */
  readonly payload: string;
  /** The messages in the payload, if there are several. */
  readonly parts?: readonly string[];
  /** The keys that sign each message. */
  readonly keys: readonly EndpointSigningKey[];
  readonly oauth: EndpointOauthClient | undefined;
  readonly maxInFlight: number;
}

export interface DeliveryResult {
  readonly outcome: DeliveryOutcome;
  /** A sentence for people. Never contains payload, token or key. */
  readonly reason: string;
  readonly httpStatus: number | undefined;
  readonly durationMs: number;
  /** The code in the answer, unless it means success. */
  readonly code?: string | undefined;
  /** The delay that the receiver requested with Retry-After, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The receiver's answer, unchanged. */
  readonly answer: string | undefined;
}

/** Sends a message once. Every failure is an outcome, so it never throws. */
export type Deliver = (delivery: Delivery) => Promise<DeliveryResult>;
