export type { AccessLog } from './access-log.ts';
export { type Authenticate, type AuthenticatorDeps, createAuthenticator } from './authenticate.ts';
export { checkBank, checkScope } from './authorize-caller.ts';
export { CALLER_KINDS, type Caller, type CallerKind, callerLog } from './caller.ts';
export type { TrustedIssuer } from './outside-token.ts';
export { createRateLimiter, type RateLimiter, type Taken } from './rate-limit.ts';
export { findOpenSandboxClients } from './sandbox-clients.ts';
export { listSigningKeys, lockSigningKeys, rewrapSigningKey } from './signing-key-store.ts';
export {
  addSigningKey,
  type MasterSeal,
  openSigningKeys,
  type SigningKeys,
  type SigningKeysDeps,
  tokenKeyContext,
} from './signing-keys.ts';
export { registerTokenEndpoint, type SignInRequest, type TokenEndpointDeps } from './token-endpoint.ts';
export { type ConfiguredClient, upsertOauthClient } from './upsert-oauth-client.ts';
