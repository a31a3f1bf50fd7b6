import type { TokenErrorName } from '@cardwright/contract';
import type { FastifyRequest } from 'fastify';
import { ok, type Result } from '../kernel/result.ts';
import { namesOtherCharset, OTHER_CHARSET } from '../kernel/text/charset.ts';
import type { Database } from '../storage/index.ts';
import type { AccessLog } from './access-log.ts';
import { authenticateClient } from './authenticate-client.ts';
import { tokenUrl } from './authorization-server-metadata.ts';
import { readCredentials } from './client-credentials.ts';
import type { OauthClient } from './clients/oauth-client-store.ts';
import type { SecretVerifier } from './clients/secret-verifier.ts';
import type { GuessLimit } from './guess-limit.ts';
import { grantScopes, issueToken, TOKEN_LIFETIME_S } from './issue-token.ts';
import { addressOf } from './proxy/caller-address.ts';
import { certificateOf, certificateProblem, thumbprintOf } from './proxy/client-certificate.ts';
import type { SignInRates } from './sign-in-limit.ts';
import type { SigningKeys } from './signing-keys.ts';
import { refuseToken } from './token-error.ts';
import type { TokenRequest } from './token-request.ts';

export interface TokenEndpointDeps {
  readonly database: Database;
  readonly signingKeys: SigningKeys;
  readonly issuer: string;
  readonly audience: string;
  /** The URL of this server for callers. It is only known once the server listens. */
  readonly publicUrl: () => string;
  readonly signInRates: SignInRates;
  readonly log: AccessLog;
  /** Writes the sign-in into the audit log, before the token is returned. */
  readonly recordSignIn?: (client: SigningIn, from: SignInRequest) => Promise<void>;
  /** Writes a failed sign-in into the audit log. `client` is undefined if no client has the supplied name. */
  readonly recordFailedSignIn?: (
    client: SigningIn | undefined,
    error: TokenErrorName,
    from: SignInRequest,
  ) => Promise<void>;
  /** Whether a retry can succeed after this error, because the caller did not cause it. */
  readonly mayPass?: (error: unknown) => boolean;
  /** For tests: replaces the delay after which refused credentials are answered, in milliseconds. */
  readonly rejectAfterMs?: number;
  /** For tests: replaces the system clock. */
  readonly now?: () => number;
}

type SigningIn = Pick<OauthClient, 'clientId' | 'bankId' | 'acquirerId'>;

export interface SignInRequest {
  readonly requestId: string;
  readonly fromAddress: string;
}

interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
}

/** Authenticates the client, issues a token, and writes both to the audit log. */
export async function answerTokenRequest(
  deps: TokenEndpointDeps,
  checks: { readonly guesses: GuessLimit; readonly secrets: SecretVerifier },
  request: FastifyRequest,
): Promise<Result<TokenAnswer, TokenErrorName>> {
  if (namesOtherCharset(request.headers['content-type'])) {
    return refuseToken('invalid_request', { message: OTHER_CHARSET });
  }
  // a missing body counts as a request without parameters
  const read = (request.body ?? ok({})) as Result<TokenRequest, 'invalid_request'>;
  if (!read.ok) return read;
  const { grant_type, scope } = read.value;
  if (grant_type === undefined) return { ok: false, error: 'invalid_request', message: 'grant_type is missing' };
  if (grant_type !== 'client_credentials') {
    return { ok: false, error: 'unsupported_grant_type', message: 'grant_type is not client_credentials' };
  }
  const credentials = readCredentials(request.headers.authorization, read.value);
  const from = { requestId: String(request.id), fromAddress: addressOf(request) };
  if (!credentials.ok) {
    if (credentials.error === 'invalid_client') await deps.recordFailedSignIn?.(undefined, credentials.error, from);
    return credentials;
  }

  const nowMs = (deps.now ?? Date.now)();
  const certificate = certificateOf(request);
  const wrong = certificateProblem(certificate, nowMs);
  if (wrong !== undefined) {
    await deps.recordFailedSignIn?.(undefined, 'invalid_client', from);
    return refuseToken('invalid_client', { message: `The client certificate is not accepted: ${wrong}` });
  }
  const audiences = [deps.issuer, tokenUrl(deps)];
  const client = await authenticateClient(
    { ...deps, ...checks, audiences, nowMs },
    credentials.value,
    from.fromAddress,
  );
  if (!client.ok) {
    await deps.recordFailedSignIn?.(client.client, client.error, from);
    return client;
  }
  const scopes = grantScopes(client.value.scopes, scope);
  if (!scopes.ok) {
    await deps.recordFailedSignIn?.(client.value, scopes.error, from);
    return scopes;
  }

  await deps.recordSignIn?.(client.value, from);
  const { issuer, audience } = deps;
  const access_token = await issueToken(
    deps.signingKeys.current(),
    { issuer, audience, nowMs, certificate: thumbprintOf(certificate) },
    client.value,
    scopes.value,
  );
  deps.log('info', 'access token issued', { clientId: client.value.clientId, scope: scopes.value.join(' ') });
  return ok({ access_token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME_S, scope: scopes.value.join(' ') });
}
