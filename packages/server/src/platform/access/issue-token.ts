import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { ok, type Result } from '../kernel/result.ts';
import type { OauthClient } from './clients/oauth-client-store.ts';
import { type SigningKey, TOKEN_ALGORITHM } from './signing-keys.ts';
import { refuseToken } from './token-error.ts';

export const TOKEN_LIFETIME_S = 900;
/** RFC 9068: distinguishes an access token from any other JWT signed with the same key. */
export const TOKEN_TYPE = 'at+jwt';

/** The scopes of a token: all scopes of the client, or the requested subset. */
export function grantScopes(
  clientScopes: readonly string[],
  requested: string | undefined,
): Result<readonly string[], 'invalid_scope'> {
  const scopeList = [...new Set((requested ?? '').split(' ').filter((scope) => scope !== ''))];
  if (scopeList.length === 0) return ok(clientScopes);
  if (scopeList.every((scope) => clientScopes.includes(scope))) return ok(scopeList);
  return refuseToken('invalid_scope', { message: 'A requested scope is unknown or not permitted to this client' });
}

/** The claims of a token that do not describe its caller. */
interface TokenFrame {
  readonly issuer: string;
  readonly audience: string;
  readonly nowMs: number;
  /** Thumbprint of the only certificate with which the token is valid. */
  readonly certificate?: string | undefined;
}

/**
 * Signs an access token. Its times come from the system clock, never from the business clock: moving a sandbox a month
 * ahead must not expire all tokens, and must not make a token valid for a month.
 *
 * The token contains `sender` and `requests_per_minute`, so that the server identifies the caller of a request without
 * a database query. In return, a client that is changed, disabled or deleted keeps the rights of its last token until
 * that token expires.
 */
export function issueToken(
  key: SigningKey,
  { issuer, audience, nowMs, certificate }: TokenFrame,
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
    ...(certificate !== undefined && { cnf: { 'x5t#S256': certificate } }),
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
