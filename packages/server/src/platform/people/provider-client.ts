import { SIGN_IN_RETURN_PATH, type SignInError } from '@cardwright/contract';
import * as oidc from 'openid-client';
import { type Claims, claimAt } from './claims.ts';
import type { ConfiguredProvider } from './provider-configuration.ts';
import { createProviderMetadata, type ProviderDeps } from './provider-metadata.ts';

/** The values that all steps with one provider use. */
export interface ProviderClient {
  readonly configured: ConfiguredProvider;
  readonly publicUrl: () => string;
  metadata(): Promise<oidc.Configuration>;
  /** The URL to which the provider returns the browser. */
  returnAddress(): URL;
  /** Logs a failure. */
  note(message: string, error: unknown): void;
  /** Returns the claims of the ID token. If they lack the roles, it adds those of the userinfo endpoint. */
  claimsOf(
    config: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse,
    idToken: Claims | undefined,
    sub: string,
  ): Promise<Claims>;
}

export function createProviderClient(configured: ConfiguredProvider, deps: ProviderDeps): ProviderClient {
  const { publicUrl, log } = deps;
  return {
    configured,
    publicUrl,
    metadata: createProviderMetadata(configured, deps),
    returnAddress: () => new URL(SIGN_IN_RETURN_PATH, publicUrl()),
    note: (message, error) => log('warn', message, { provider: configured.id, reason: reasonOf(error) }),
    claimsOf: async (config, tokens, idToken, sub) => {
      const hasRoles = idToken !== undefined && claimAt(idToken, configured.roles_claim) !== undefined;
      if (hasRoles || config.serverMetadata().userinfo_endpoint === undefined) return idToken ?? {};
      return { ...idToken, ...(await oidc.fetchUserInfo(config, tokens.access_token, sub)) };
    },
  };
}

export function refuseSignIn(error: SignInError) {
  return { ok: false as const, error };
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return [code, message].filter((part) => part !== undefined).join(': ');
}
