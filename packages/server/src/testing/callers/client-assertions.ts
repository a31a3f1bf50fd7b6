import { randomBytes } from 'node:crypto';
import { type JWTPayload, SignJWT } from 'jose';
import type { TokenIssuer } from './token-issuer.ts';

const TOKEN_URL = 'https://gateway.test/oauth2/token';
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Creates an assertion of the client `signer` (RFC 7523), with the given claims replaced. */
export function clientAssertion(
  { keyPair }: TokenIssuer,
  claims: JWTPayload = {},
  key = keyPair.privateKey,
  alg = 'ES256',
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const jti = randomBytes(12).toString('hex');
  return new SignJWT({ iss: 'signer', sub: 'signer', aud: TOKEN_URL, exp: now + 300, jti, ...claims })
    .setProtectedHeader({ alg })
    .sign(key);
}

export function requestTokenWithAssertion(
  { request }: TokenIssuer,
  client_assertion: string,
  more: Record<string, string> = {},
) {
  const client_assertion_type = ASSERTION_TYPE;
  return request({ grant_type: 'client_credentials', client_assertion_type, client_assertion, ...more });
}
