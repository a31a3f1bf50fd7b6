import { decodeJwt, errors } from 'jose';
import { LRUCache } from 'lru-cache';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { AccessLog } from './access-log.ts';
import type { Caller } from './caller.ts';
import { IssuerUnreachable } from './outside-issuer-keys.ts';
import { createOutsideVerifier, type OutsideVerifier, type TrustedIssuer } from './outside-token.ts';
import { type OwnTokenDeps, verifyOwnToken } from './own-token.ts';
import type { VerifiedToken } from './verified-token.ts';

const CACHED_TOKENS = 10_000;
const LONGEST_TOKEN = 8_192;
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

const MISSING = fail('not_authenticated', {
  message: 'A bearer token is needed: Authorization: Bearer <access token>',
});
const EXPIRED = fail('not_authenticated', { message: 'The access token has expired: get a new one' });
const INVALID = fail('not_authenticated', { message: 'The access token is not valid' });

export interface AuthenticatorDeps extends OwnTokenDeps {
  readonly trustedIssuers: readonly TrustedIssuer[];
  readonly log: AccessLog;
  /** For tests: replaces the system clock. Never the business clock: see issueToken. */
  readonly now?: () => number;
}

export type Authenticate = (authorization: string | undefined) => Promise<Result<Caller, 'not_authenticated'>>;

/**
 * Identifies the caller by its bearer token. A token is verified once and then cached until it expires, as signatures
 * are slow to verify at a thousand messages a second. So a client that is disabled or deleted keeps access until its
 * token expires, 15 minutes at most. A database query for each request would cost more than that is worth.
 */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticate {
  const now = deps.now ?? Date.now;
  const verified = new LRUCache<string, { answer: Result<Caller, 'not_authenticated'>; expiresAtMs: number }>({
    max: CACHED_TOKENS,
  });
  const outside = new Map<string, OutsideVerifier>();
  for (const trusted of deps.trustedIssuers) {
    // two configurations for one issuer: only one could apply, and the other would look as if it did
    if (trusted.issuer === deps.issuer || outside.has(trusted.issuer)) {
      throw new Error(`trusted issuer ${trusted.issuer}: configured twice, or the same name as CARDWRIGHT_ISSUER`);
    }
    outside.set(trusted.issuer, createOutsideVerifier(trusted, deps.log, now));
  }

  const verify = async (token: string): Promise<VerifiedToken> => {
    // not verified yet: the issuer only selects the keys, and is checked with the other claims
    const { iss } = decodeJwt(token);
    if (iss === deps.issuer) return verifyOwnToken(deps, token, now());
    const verifier = outside.get(iss ?? '');
    if (verifier === undefined) throw new errors.JWTInvalid();
    return verifier.verify(token, now());
  };

  return async (authorization) => {
    const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
    if (token === undefined) return MISSING;
    const known = verified.get(token);
    if (known !== undefined) {
      if (now() < known.expiresAtMs) return known.answer;
      verified.delete(token);
      return EXPIRED;
    }
    if (token.length > LONGEST_TOKEN) return INVALID;
    try {
      const { caller, expiresAtMs } = await verify(token);
      const answer = ok(caller);
      verified.set(token, { answer, expiresAtMs });
      return answer;
    } catch (error) {
      return refuse(error, deps.log);
    }
  };
}

function refuse(error: unknown, log: AccessLog): Result<Caller, 'not_authenticated'> {
  if (error instanceof errors.JWTExpired) return EXPIRED;
  // an unreachable issuer is logged where it is noticed
  if (!(error instanceof errors.JOSEError || error instanceof IssuerUnreachable)) {
    log('error', 'an access token could not be verified', { reason: (error as Error).message });
  }
  return INVALID;
}
