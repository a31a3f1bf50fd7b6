import type { Caller } from './caller.ts';

/** What a token whose signature and claims are right says, and until when. */
export interface VerifiedToken {
  readonly caller: Caller;
  readonly expiresAtMs: number;
}
