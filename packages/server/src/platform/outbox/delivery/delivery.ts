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

/** The OAuth client that the endpoint's owner registered, to get access tokens with. */
export interface EndpointOauthClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | undefined;
}

/** What is sent with one request, and the endpoint it goes to. */
export interface Delivery {
  readonly endpointId: string;
  readonly bankId: string;
  readonly url: string;
  readonly notificationId: string;
  readonly type: string;
  /** JSON text, sent unchanged. */
  readonly payload: string;
  /** The messages in it, where it holds several. */
  readonly parts?: readonly string[];
  /** All of them sign each message. */
  readonly keys: readonly EndpointSigningKey[];
  readonly oauth: EndpointOauthClient | undefined;
  readonly maxInFlight: number;
}

export interface DeliveryResult {
  readonly outcome: DeliveryOutcome;
  /** A sentence for people. Never holds payload, token or key. */
  readonly reason: string;
  readonly httpStatus: number | undefined;
  readonly durationMs: number;
  /** The code in the answer, where it is another one than that of success. */
  readonly code?: string | undefined;
  /** What the receiver asked for by Retry-After. */
  readonly retryAfterMs?: number | undefined;
  /** The receiver's answer, unchanged. */
  readonly answer: string | undefined;
}

/** Sends a message once. Every failure is an outcome; it never throws. */
export type Deliver = (delivery: Delivery) => Promise<DeliveryResult>;
