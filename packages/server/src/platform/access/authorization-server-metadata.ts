import { SCOPES, TOKEN_PATH } from '@cardwright/contract';
import type { FastifyInstance } from 'fastify';
import { AUTH_METHODS } from './client-credentials.ts';
import type { SigningKeys } from './signing-keys.ts';
import { ASSERTION_ALGORITHMS } from './verify-assertion.ts';

const JWKS_PATH = '/.well-known/jwks.json';
const METADATA_PATH = '/.well-known/oauth-authorization-server';

interface MetadataDeps {
  readonly signingKeys: SigningKeys;
  readonly issuer: string;
  readonly publicUrl: () => string;
}

export function tokenUrl(deps: { readonly publicUrl: () => string }): string {
  return baseUrl(deps) + TOKEN_PATH;
}

/** Serves the public keys and the metadata of the authorization server (RFC 8414). */
export function registerServerMetadata(app: FastifyInstance, deps: MetadataDeps): void {
  app.get(JWKS_PATH, async (_request, reply) => reply.type('application/json').send(deps.signingKeys.publicJwks()));
  app.get(METADATA_PATH, async () => ({
    issuer: deps.issuer,
    token_endpoint: tokenUrl(deps),
    jwks_uri: baseUrl(deps) + JWKS_PATH,
    scopes_supported: SCOPES,
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    tls_client_certificate_bound_access_tokens: app.clientCertificates !== undefined,
  }));
}

function baseUrl({ publicUrl }: { readonly publicUrl: () => string }): string {
  return publicUrl().replace(/\/+$/, '');
}
