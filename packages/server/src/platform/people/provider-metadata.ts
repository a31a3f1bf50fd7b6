import * as oidc from 'openid-client';
import type { ConfiguredProvider } from './provider-configuration.ts';

const TIMEOUT_S = 8;
const CACHE_MS = 3_600_000;
/** Tolerance for clocks of different organizations. */
const TOLERANCE_S = 5;

/** Reports the answers of a provider, but never a token, a code or a secret. */
type ProviderLog = (level: 'warn' | 'error', message: string, detail: Readonly<Record<string, unknown>>) => void;

export interface ProviderDeps {
  readonly publicUrl: () => string;
  /** Whether the provider may use http, for example on the same machine as a sandbox. */
  readonly allowHttp: boolean;
  readonly log: ProviderLog;
}

/**
 * Reads the provider's metadata at the first use, and again after an hour, so that a start does not wait for it. It reads the
 * keys at each sign-in: sign-ins are rare, and changed keys must not invalidate them.
 */
export function createProviderMetadata(
  { issuer, client_id: clientId, client_secret: secret }: ConfiguredProvider,
  { allowHttp }: Pick<ProviderDeps, 'allowHttp'>,
): () => Promise<oidc.Configuration> {
  let metadata: { readonly server: oidc.ServerMetadata; readonly untilMs: number } | undefined;
  const client = { client_secret: secret, [oidc.clockTolerance]: TOLERANCE_S };
  const discover = async () => {
    const options = { execute: allowHttp ? [oidc.allowInsecureRequests] : [], timeout: TIMEOUT_S };
    const discovered = await oidc.discovery(new URL(issuer), clientId, client, authentication(secret), options);
    return { server: discovered.serverMetadata(), untilMs: performance.now() + CACHE_MS };
  };
  return async () => {
    if (metadata === undefined || performance.now() >= metadata.untilMs) metadata = await discover();
    const config = new oidc.Configuration({ ...metadata.server }, clientId, client, authentication(secret));
    config.timeout = TIMEOUT_S;
    if (allowHttp) oidc.allowInsecureRequests(config);
    // verify the signatures of ID tokens, although the TLS of the token endpoint would be enough
    oidc.enableNonRepudiationChecks(config);
    return config;
  };
}

/** Uses the method that RFC 6749 prefers, unless the provider's metadata names another one. */
function authentication(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported;
    const supportsBasic = supported === undefined || supported.includes('client_secret_basic');
    return (supportsBasic ? basic : post)(server, client, body, headers);
  };
}
