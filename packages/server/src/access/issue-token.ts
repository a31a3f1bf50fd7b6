import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { ok, type Result } from '../kernel/result.ts';
import type { OauthClient } from './oauth-client-store.ts';
import { type SigningKey, TOKEN_ALGORITHM } from './signing-keys.ts';
import { refuseToken } from './token-error.ts';

export const TOKEN_LIFETIME_S = 900;
/** RFC 9068: tells an access token from every other JWT that a key may have signed. */
export const TOKEN_TYPE = 'at+jwt';

/** What a token may do: all that the client may, or less where it asks for less. */
export function grantScopes(
  allowed: readonly string[],
  requested: string | undefined,
): Result<readonly string[], 'invalid_scope'> {
  const wanted = [...new Set((requested ?? '').split(' ').filter((scope) => scope !== ''))];
  if (wanted.length === 0) return ok(allowed);
  if (wanted.every((scope) => allowed.includes(scope))) return ok(wanted);
  return refuseToken('invalid_scope', { message: 'A requested scope is unknown or not permitted to this client' });
}

/**
 * Signs an access token. Its times are those of the real wall clock, never of the business clock: a sandbox that is
 * moved a month ahead must not find all its callers expired, nor accept a token for a month.
 *
 * `sender` and `requests_per_minute` travel with it so that letting a caller in asks no database. What that costs: a
 * client that is changed, disabled or deleted keeps the rights of its last token until that expires.
 */
export function issueToken(
  key: SigningKey,
  { issuer, audience, nowMs }: { issuer: string; audience: string; nowMs: number },
  client: OauthClient,
  scopes: readonly string[],
): Promise<string> {
  const issuedAt = Math.floor(nowMs / 1_000);
  const claims = {
    client_id: client.clientId,
    kind: client.kind,
    sender: client.sender,
    scope: scopes.join(' '),
    ...(client.bankId !== undefined && { bank_id: client.bankId }),
    ...(client.acquirerId !== undefined && { acquirer_id: client.acquirerId }),
    ...(client.requestsPerMinute !== undefined && { requests_per_minute: client.requestsPerMinute }),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: key.kid, typ: TOKEN_TYPE })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(client.clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFETIME_S)
    .setJti(randomUUID())
    .sign(key.privateKey);
}
