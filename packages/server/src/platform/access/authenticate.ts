import { decodeJwt, errors } from 'jose';
import { LRUCache } from 'lru-cache';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { AccessLog } from './access-log.ts';
import type { Caller } from './caller.ts';
import { IssuerUnreachable } from './issuers/outside-issuer-keys.ts';
import { createOutsideVerifier, type OutsideVerifier } from './issuers/outside-token.ts';
import type { TrustedIssuer } from './issuers/trusted-issuer.ts';
import { type OwnTokenDeps, verifyOwnToken } from './own-token.ts';
import { createProofCheck, type PresentedCredentials } from './proof-of-possession.ts';
import { certificateProblem, thumbprintOf } from './proxy/client-certificate.ts';
import type { Binding, VerifiedToken } from './verified-token.ts';

const CACHED_TOKENS = 10_000;
const LONGEST_TOKEN = 8_192;
const AUTHORIZATION = /^(Bearer|DPoP) +([\w.~+/-]+=*) *$/i;

const MISSING = fail('not_authenticated', {
  message: 'A bearer token is needed: Authorization: Bearer <access token>',
});
const EXPIRED = fail('not_authenticated', { message: 'The access token has expired: get a new one' });
const INVALID = fail('not_authenticated', { message: 'The access token is not valid' });
const NEEDS_PROOF = fail('not_authenticated', {
  message: 'The access token is bound to a key: send it as "Authorization: DPoP", with a proof in the header DPoP',
});
const NOT_BOUND = fail('not_authenticated', {
  message: 'The access token is not bound to a key: send it as "Authorization: Bearer"',
});
const BOUND_OTHERWISE = fail('not_authenticated', {
  message:
    'The access token is bound in a way that is not checked here: only cnf.jkt (DPoP) and cnf.x5t#S256 (a client certificate) are',
});
const OTHER_CERTIFICATE = fail('not_authenticated', {
  message: 'The access token is bound to a client certificate: send it over a connection with that certificate',
});
const PROOF_MISSING = fail('not_authenticated', { message: 'The DPoP proof is missing' });

export interface AuthenticatorDeps extends OwnTokenDeps {
  readonly trustedIssuers: readonly TrustedIssuer[];
  /** The longest life of an outside issuer's token. */
  readonly longestOutsideTokenS: number;
  /** The public URL of the service, which a proof of possession must contain. */
  readonly publicUrl: () => string;
  readonly log: AccessLog;
  /** For tests: replaces the system clock. Never the business clock: see issueToken. */
  readonly now?: () => number;
}

type Authenticated = Result<Caller, 'not_authenticated'>;

/** Returns a promise only if it has to wait. It never waits for a bearer token that it has verified before. */
export type Authenticate = (presented: PresentedCredentials) => Authenticated | Promise<Authenticated>;

/**
 * Identifies the caller by its bearer token. A token is verified once and then cached until it expires, because
 * verifying a signature for each of a thousand messages a second is too slow. So a client that is disabled or deleted
 * keeps access until its token expires, 15 minutes at most. Preventing this would cost a database query for each
 * request. A bound token comes with a new proof in each request, and each proof is verified.
 */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticate {
  const now = deps.now ?? Date.now;
  const verified = new LRUCache<string, VerifiedToken>({ max: CACHED_TOKENS });
  const checkProof = createProofCheck(deps.publicUrl);
  const outside = outsideVerifiers(deps, now);

  const verify = async (token: string): Promise<VerifiedToken> => {
    // not verified yet: the issuer only selects the keys, and is checked with the other claims
    const { iss } = decodeJwt(token);
    if (iss === deps.issuer) return verifyOwnToken(deps, token, now());
    const verifier = outside.get(iss ?? '');
    if (verifier === undefined) throw new errors.JWTInvalid();
    return verifier.verify(token, now());
  };

  const learn = async (presented: PresentedCredentials, credentials: TokenCredentials): Promise<Authenticated> => {
    try {
      if (credentials.token.length > LONGEST_TOKEN) throw new errors.JWTInvalid();
      const read = await verify(credentials.token);
      verified.set(credentials.token, read);
      return await check(presented, credentials, read);
    } catch (error) {
      return refuse(error, deps.log);
    }
  };

  const check = (
    presented: PresentedCredentials,
    credentials: TokenCredentials,
    read: VerifiedToken,
  ): Authenticated | Promise<Authenticated> => {
    const { caller, boundTo } = read;
    if (boundTo === 'unknown') return BOUND_OTHERWISE;
    const { key: boundKey, certificate } = boundTo ?? NOT_AT_ALL;
    const wrong = certificateProblem(presented.certificate, now());
    if (wrong !== undefined)
      return fail('not_authenticated', { message: `The client certificate is not accepted: ${wrong}` });
    if (certificate !== undefined && certificate !== thumbprintOf(presented.certificate)) return OTHER_CERTIFICATE;
    if (boundKey === undefined) return credentials.isProven ? NOT_BOUND : ok(caller);
    if (!credentials.isProven) return NEEDS_PROOF;
    if (presented.proof === undefined) return PROOF_MISSING;
    return proven(presented, { token: credentials.token, boundKey }, caller);
  };

  const proven = async (presented: PresentedCredentials, of: { token: string; boundKey: string }, caller: Caller) => {
    try {
      const problem = await checkProof(presented, of, now());
      if (problem === undefined) return ok(caller);
      return fail('not_authenticated', { message: `The DPoP proof is not valid: ${problem}` });
    } catch (error) {
      return refuse(error, deps.log);
    }
  };

  return (presented) => {
    const credentials = readAuthorization(presented);
    if (credentials === undefined) return MISSING;
    const cached = verified.get(credentials.token);
    if (cached === undefined) return learn(presented, credentials);
    if (now() < cached.expiresAtMs) return check(presented, credentials, cached);
    verified.delete(credentials.token);
    return EXPIRED;
  };
}

function outsideVerifiers(deps: AuthenticatorDeps, now: () => number): ReadonlyMap<string, OutsideVerifier> {
  const outside = new Map<string, OutsideVerifier>();
  for (const trusted of deps.trustedIssuers) {
    // two configurations for one issuer: only one could apply, but both would seem to
    if (trusted.issuer === deps.issuer || outside.has(trusted.issuer)) {
      throw new Error(`trusted issuer ${trusted.issuer}: configured twice, or the same name as CARDWRIGHT_ISSUER`);
    }
    outside.set(
      trusted.issuer,
      createOutsideVerifier(trusted, { log: deps.log, now, longestS: deps.longestOutsideTokenS }),
    );
  }
  return outside;
}

/** An access token as a request names it. */
interface TokenCredentials {
  readonly token: string;
  /** Whether the request has a proof of possession. */
  readonly isProven: boolean;
}

const NOT_AT_ALL: Binding = { key: undefined, certificate: undefined };

/**
 * The last credentials of a connection, which usually repeats them. Comparing them takes a tenth of the time of reading
 * them.
 */
const latest = new WeakMap<object, { readonly authorization: string; readonly credentials: TokenCredentials }>();

function readAuthorization({ authorization, connection }: PresentedCredentials): TokenCredentials | undefined {
  if (authorization === undefined) return undefined;
  const before = connection && latest.get(connection);
  if (before?.authorization === authorization) return before.credentials;
  const [, scheme, token] = AUTHORIZATION.exec(authorization) ?? [];
  if (scheme === undefined || token === undefined) return undefined;
  const credentials = { token, isProven: scheme.toLowerCase() === 'dpop' };
  if (connection) latest.set(connection, { authorization, credentials });
  return credentials;
}

function refuse(error: unknown, log: AccessLog): Authenticated {
  if (error instanceof errors.JWTExpired) return EXPIRED;
  // the code that finds an issuer unreachable logs it
  if (!(error instanceof errors.JOSEError || error instanceof IssuerUnreachable)) {
    log('error', 'an access token could not be verified', { reason: (error as Error).message });
  }
  return INVALID;
}
