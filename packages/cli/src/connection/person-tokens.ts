import * as oidc from 'openid-client';
import { printMessage } from '../output/print.ts';
import { CredentialsError } from '../output/usage-error.ts';
import type { PersonTokens, Profile } from './profile-file.ts';

/** Discovers the identity provider as the client of this command line, which has no secret. */
export async function discoverProvider(issuer: string, clientId: string): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  // Providers without TLS are allowed only on this machine, for tests.
  const isOfThisMachine = url.protocol === 'http:' && /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
  const plain = isOfThisMachine ? { execute: [oidc.allowInsecureRequests] } : undefined;
  return await inItsWords(issuer, () => oidc.discovery(url, clientId, undefined, oidc.None(), plain));
}

/** The parts of a provider's response that are stored. */
export function toPersonTokens(
  previous: Pick<PersonTokens, 'issuer' | 'scope' | 'parameters'>,
  answer: oidc.TokenEndpointResponse,
  refreshToken?: string,
): PersonTokens {
  const { access_token, expires_in: seconds, refresh_token = refreshToken } = answer;
  return {
    ...previous,
    access_token,
    ...(seconds !== undefined && { expires_at: new Date(Date.now() + seconds * 1_000).toISOString() }),
    ...(refresh_token !== undefined && { refresh_token }),
  };
}

/** A token that expires while a request is in transit would be refused. */
const LEFT_MS = 15_000;

/**
 * Returns the access token of a person, and refreshes it when it expires. Concurrent callers share one refresh request.
 */
export function personTokens(
  { client_id: clientId, person }: Profile & { readonly person: PersonTokens },
  store: (renewed: PersonTokens) => Promise<void>,
): () => Promise<string> {
  let current = person;
  let renewal: Promise<void> | undefined;
  const renew = async () => {
    current = await renewed(current, clientId);
    await store(current);
  };
  return async () => {
    if (hasEnded(current)) {
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      await renewal;
    }
    return current.access_token;
  };
}

function hasEnded({ expires_at: end }: PersonTokens): boolean {
  return end !== undefined && Date.now() > Date.parse(end) - LEFT_MS;
}

async function renewed(tokens: PersonTokens, clientId: string): Promise<PersonTokens> {
  const { issuer, scope, parameters, refresh_token: refreshToken } = tokens;
  if (refreshToken === undefined) throw new CredentialsError(`the sign-in at ${issuer} has ended. ${AGAIN}`);
  const provider = await discoverProvider(issuer, clientId);
  const answer = await inItsWords(issuer, () => oidc.refreshTokenGrant(provider, refreshToken, parameters));
  return toPersonTokens({ issuer, scope, parameters }, answer, refreshToken);
}

/** Revokes the refresh token at the provider. The caller deletes the token whatever the provider responds. */
export async function endSignIn({ issuer, refresh_token: token }: PersonTokens, clientId: string): Promise<void> {
  if (token === undefined) return;
  try {
    const provider = await discoverProvider(issuer, clientId);
    if (provider.serverMetadata().revocation_endpoint === undefined) return;
    await oidc.tokenRevocation(provider, token);
  } catch (error) {
    printMessage(`Failed to revoke the refresh token: ${(error as Error).message}`);
  }
}

const AGAIN = 'To sign in again, run: cardwright login --device';

/** Runs the work, and reports a refusal of the provider in the provider's own words. */
export async function inItsWords<T>(issuer: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { error: code, error_description: text, message } = error as Record<string, unknown>;
    const reason = typeof code === 'string' ? [code, text].filter(Boolean).join(': ') : String(message);
    throw new CredentialsError(`${issuer} refused the request: ${reason}. ${AGAIN}`);
  }
}
