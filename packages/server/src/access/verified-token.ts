import type { Caller } from './caller.ts';

/** The content of a token whose signature and claims are valid, and its expiry. */
export interface VerifiedToken {
  readonly caller: Caller;
  readonly expiresAtMs: number;
}
