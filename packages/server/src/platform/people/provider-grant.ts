import * as oidc from 'openid-client';
import { rolesOfClaims } from './claims.ts';
import type { CurrentRoles } from './identity-provider.ts';
import type { ProviderClient } from './provider-client.ts';

/** The tokens for reading the roles again and for signing out at the provider. */
interface Grant {
  readonly refreshToken?: string | undefined;
  readonly idToken?: string | undefined;
}

export function grantOf(tokens: oidc.TokenEndpointResponse, before: Grant = {}): string {
  const { refresh_token: refreshToken = before.refreshToken, id_token: idToken = before.idToken } = tokens;
  return JSON.stringify({ refreshToken, idToken } satisfies Grant);
}

/** Reads the current roles from the provider. */
export async function requestRoles(client: ProviderClient, text: string, subject: string): Promise<CurrentRoles> {
  const { configured } = client;
  const grant = JSON.parse(text) as Grant;
  // without a refresh token, the provider cannot be called, so the person signs in again, which is quick
  if (grant.refreshToken === undefined) return 'gone';
  try {
    const config = await client.metadata();
    const tokens = await oidc.refreshTokenGrant(config, grant.refreshToken);
    const sub = subject.slice(configured.issuer.length + 1);
    const idToken = tokens.claims();
    if (idToken !== undefined && idToken.sub !== sub) return 'gone';
    const claims = await client.claimsOf(config, tokens, idToken, sub);
    return { roles: rolesOfClaims(claims, configured), grant: grantOf(tokens, grant) };
  } catch (error) {
    // the provider refused: the person is locked, has signed out, or the grant was revoked
    if (error instanceof oidc.ResponseBodyError && error.status < 500) return 'gone';
    client.note('an identity provider does not tell whether roles still hold', error);
    return 'unreachable';
  }
}

/** Revokes the grant, and returns the URL that ends the session at the provider. */
export async function signOut(client: ProviderClient, text: string): Promise<string | undefined> {
  const { refreshToken, idToken } = JSON.parse(text) as Grant;
  try {
    const config = await client.metadata();
    const { revocation_endpoint: revocation, end_session_endpoint: end } = config.serverMetadata();
    if (refreshToken !== undefined && revocation !== undefined) await oidc.tokenRevocation(config, refreshToken);
    if (end === undefined) return undefined;
    const parameters = { post_logout_redirect_uri: new URL('/console/', client.publicUrl()).href };
    return oidc.buildEndSessionUrl(config, { ...parameters, ...(idToken && { id_token_hint: idToken }) }).href;
  } catch (error) {
    client.note('the sign-out at an identity provider failed', error);
    return undefined;
  }
}
