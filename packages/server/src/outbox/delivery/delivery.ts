import type { DeliveryOutcome, SigningKeyKind } from '@cardwright/contract';

export type { DeliveryOutcome } from '@cardwright/contract';

/** A key that signs what is sent to an endpoint. `secret` are the raw bytes: the HMAC secret, or the 32-byte ed25519 seed. */
export interface EndpointSigningKey {
  readonly keyId: string;
  readonly kind: SigningKeyKind;
  readonly secret: Buffer;
}

/** What an endpoint's owner gave us to get access tokens with. */
export interface EndpointOauthClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | undefined;
}

/** One message on its way to one endpoint. */
export interface Delivery {
  readonly endpointId: string;
  readonly bankId: string;
  readonly url: string;
  readonly notificationId: string;
  readonly type: string;
  /** JSON text, sent as it stands. */
  readonly payload: string;
  /** Every one of them signs. */
  readonly keys: readonly EndpointSigningKey[];
  readonly oauth: EndpointOauthClient | undefined;
  readonly maxInFlight: number;
}

export interface DeliveryResult {
  readonly outcome: DeliveryOutcome;
  /** In a sentence, for people: never holds what was sent, a token or a key. */
  readonly reason: string;
  readonly httpStatus: number | undefined;
  readonly durationMs: number;
  /** What the receiver said, as it came. */
  readonly answer: string | undefined;
}

/** Sends a message once. Whatever goes wrong with it is an outcome, never a throw. */
export type Deliver = (delivery: Delivery) => Promise<DeliveryResult>;
