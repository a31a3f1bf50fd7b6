import type { SignInError } from '@cardwright/contract';
import * as oidc from 'openid-client';
import { ok, type Result } from '../kernel/result.ts';
import { lacksSecondFactor, personNameOf, rolesOfClaims } from './claims.ts';
import type { AuthenticatedPerson, IdentityProvider, SignInRedirect } from './identity-provider.ts';
import { createProviderClient, type ProviderClient, refuseSignIn } from './provider-client.ts';
import type { ConfiguredProvider } from './provider-configuration.ts';
import { grantOf, requestRoles, signOut } from './provider-grant.ts';
import type { ProviderDeps } from './provider-metadata.ts';
import { tenantOfProvider } from './tenant-of-provider.ts';

const LONGEST_SUBJECT = 255;
const USUAL_SCOPE = 'openid profile email offline_access';

/** The state of a sign-in until the browser returns. */
interface StoredSignIn {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

/** A provider of OpenID Connect: authorization code with PKCE, state and nonce; signatures of ID tokens are verified. */
export function createOpenIdProvider(configured: ConfiguredProvider, deps: ProviderDeps): IdentityProvider {
  const client = createProviderClient(configured, deps);
  const toFailure = (error: unknown) => {
    client.note('a sign-in at an identity provider failed', error);
    const isAnswer = error instanceof oidc.AuthorizationResponseError;
    return refuseSignIn(isAnswer ? 'denied' : 'provider');
  };
  return {
    id: configured.id,
    name: configured.name,
    tenant: tenantOfProvider(configured),
    begin: () => begin(client).catch(toFailure),
    finish: (stored, query) => finish(client, JSON.parse(stored) as StoredSignIn, query).catch(toFailure),
    requestRoles: (grant, subject) => requestRoles(client, grant, subject),
    signOut: (grant) => signOut(client, grant),
  };
}

async function begin(client: ProviderClient): Promise<Result<SignInRedirect, SignInError>> {
  const { scope = USUAL_SCOPE, required_acr: acrs } = client.configured;
  const stored: StoredSignIn = {
    verifier: oidc.randomPKCECodeVerifier(),
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
  };
  const url = oidc.buildAuthorizationUrl(await client.metadata(), {
    redirect_uri: client.returnAddress().href,
    scope,
    code_challenge: await oidc.calculatePKCECodeChallenge(stored.verifier),
    code_challenge_method: 'S256',
    state: stored.state,
    nonce: stored.nonce,
    ...(acrs && { acr_values: acrs.join(' ') }),
  });
  return ok({ location: url.href, storedState: JSON.stringify(stored) });
}

async function finish(
  client: ProviderClient,
  { verifier, state, nonce }: StoredSignIn,
  query: string,
): Promise<Result<AuthenticatedPerson, SignInError>> {
  const { configured } = client;
  const back = client.returnAddress();
  back.search = query;
  const config = await client.metadata();
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
  const tokens = await oidc.authorizationCodeGrant(config, back, checks);
  const idToken = tokens.claims();
  if (idToken === undefined || idToken.sub.length > LONGEST_SUBJECT) return refuseSignIn('provider');
  // only the ID token states what the provider did at this sign-in
  const second = lacksSecondFactor(idToken, configured);
  if (second !== undefined) return refuseSignIn(second);
  const claims = await client.claimsOf(config, tokens, idToken, idToken.sub);
  const roles = rolesOfClaims(claims, configured);
  if (roles.length === 0) return refuseSignIn('no_role');
  const subject = `${configured.issuer}#${idToken.sub}`;
  return ok({ subject, name: personNameOf(claims, configured, idToken.sub), roles, grant: grantOf(tokens) });
}
