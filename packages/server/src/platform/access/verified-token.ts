import type { Caller } from './caller.ts';

/** The content of a token whose signature and claims are valid, and its expiry. */
export interface VerifiedToken {
  readonly caller: Caller;
  readonly expiresAtMs: number;
  /** Undefined for a bearer token, 'unknown' for a kind of binding that is not supported. */
  readonly boundTo: Binding | 'unknown' | undefined;
}

/** The thumbprint of the caller's key (DPoP), of its certificate (RFC 8705), or both. */
export interface Binding {
  readonly key: string | undefined;
  readonly certificate: string | undefined;
}
