import { createLocalJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { ok, type Success } from '../kernel/result.ts';
import type { Database } from '../storage/index.ts';
import { findOauthClient, type OauthClient } from './clients/oauth-client-store.ts';
import { CLIENT_ID } from './clients/upsert-oauth-client.ts';
import { CLIENT_REJECTED, type ClientRejection, refuseToken } from './token-error.ts';
import { claimAssertion, purgeAssertions } from './used-assertion-store.ts';

export const ASSERTION_ALGORITHMS = ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA'] as const;
const LONGEST_S = 600;
/** Tolerance for clocks of different organizations. */
const TOLERANCE_S = 5;
const ASSERTION_ID = /^[\x20-\x7e]{1,255}$/;

export interface AssertionDeps {
  readonly database: Database;
  /** Accepted audiences of an assertion: the issuer of this server and the address of its token endpoint. */
  readonly audiences: readonly string[];
  readonly nowMs: number;
}

/**
 * private_key_jwt (RFC 7523): the caller proves that it has a private key of the client. Until the signature is
 * verified, the answer gives no details; after that it says which claim is wrong.
 */
export async function verifyAssertion(
  deps: AssertionDeps,
  assertion: string,
  bodyClientId: string | undefined,
): Promise<Success<OauthClient> | ClientRejection<'invalid_client'>> {
  const clientId = claimedSubject(assertion);
  if (clientId === undefined || (bodyClientId ?? clientId) !== clientId) return CLIENT_REJECTED;
  const client = await findOauthClient(deps.database, clientId);
  if (client === undefined) return CLIENT_REJECTED;
  if (client.jwks === undefined || client.disabled) return { ...CLIENT_REJECTED, client };

  let claims: JWTPayload;
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet(client.jwks), {
      algorithms: [...ASSERTION_ALGORITHMS],
      issuer: clientId,
      subject: clientId,
      audience: [...deps.audiences],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: TOLERANCE_S,
      currentDate: new Date(deps.nowMs),
    });
    claims = payload;
  } catch (error) {
    // jose checks claims only after the signature, so in these two cases the client is authenticated
    if (error instanceof errors.JWTExpired) return reject(client, 'has expired');
    if (error instanceof errors.JWTClaimValidationFailed)
      return reject(client, `claim ${error.claim} is ${error.reason === 'missing' ? 'missing' : 'not accepted'}`);
    return { ...CLIENT_REJECTED, client };
  }
  const wrong = checkClaims(claims, deps);
  if (wrong !== undefined) return reject(client, wrong);
  return (await useOnce(deps, clientId, claims)) ? ok(client) : reject(client, 'was used before');
}

function claimedSubject(assertion: string): string | undefined {
  try {
    const { sub } = decodeJwt(assertion);
    return typeof sub === 'string' && CLIENT_ID.test(sub) ? sub : undefined;
  } catch {
    return undefined;
  }
}

function checkClaims(claims: JWTPayload, { audiences, nowMs }: AssertionDeps): string | undefined {
  // an assertion that also names another server could be replayed here by that server
  const isForUs = [claims.aud].flat().every((audience) => audiences.includes(audience as string));
  if (!isForUs) return 'claim aud names other servers too';
  const latest = nowMs / 1_000 + LONGEST_S + TOLERANCE_S;
  if ((claims.exp as number) > latest) return 'claim exp is more than 10 minutes ahead';
  if (typeof claims.jti !== 'string' || !ASSERTION_ID.test(claims.jti)) return 'claim jti is not 1 to 255 characters';
  return undefined;
}

async function useOnce({ database, nowMs }: AssertionDeps, clientId: string, claims: JWTPayload): Promise<boolean> {
  const now = new Date(nowMs);
  // stored for as long as it could be accepted, including the tolerance and a rounded second
  const expiresAt = new Date(((claims.exp as number) + TOLERANCE_S + 1) * 1_000);
  const first = await claimAssertion(database, clientId, claims.jti as string, { expiresAt, now });
  await purgeAssertions(database, now);
  return first;
}

function reject(client: OauthClient, what: string): ClientRejection<'invalid_client'> {
  return { ...refuseToken('invalid_client', { message: `client_assertion: ${what}` }), client };
}
