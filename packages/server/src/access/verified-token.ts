import type { Caller } from './caller.ts';

/** The content of a token whose signature and claims are valid, and its expiry. */
export interface VerifiedToken {
  readonly caller: Caller;
  readonly expiresAtMs: number;
  /** Thumbprint of the key that the token is bound to, or 'unknown'; undefined for a bearer token. */
  readonly boundKey: string | undefined;
}
