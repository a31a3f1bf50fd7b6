import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namesOtherCharset, OTHER_CHARSET } from '../kernel/charset.ts';
import { ok, type Result } from '../kernel/result.ts';
import type { Database } from '../storage/index.ts';
import type { AccessLog } from './access-log.ts';
import { authenticateClient } from './authenticate-client.ts';
import { registerServerMetadata, TOKEN_PATH, tokenUrl } from './authorization-server-metadata.ts';
import { addressOf } from './caller-address.ts';
import { readCredentials } from './client-credentials.ts';
import { createGuessLimit, type GuessLimit } from './guess-limit.ts';
import { grantScopes, issueToken, TOKEN_LIFETIME_S } from './issue-token.ts';
import type { OauthClient } from './oauth-client-store.ts';
import { REFUSED_AFTER_MS, untilRefusal } from './refusal-time.ts';
import { createSecretVerifier, type SecretVerifier } from './secret-verifier.ts';
import { createSignInLimit, type SignInRates, type TakeSignIn } from './sign-in-limit.ts';
import type { SigningKeys } from './signing-keys.ts';
import { refuseToken, TOKEN_ERRORS, type TokenErrorName, type TokenFailure } from './token-error.ts';
import { readFormRequest, readJsonRequest, type TokenRequest } from './token-request.ts';

const BODY_LIMIT = 64 * 1024;

export interface TokenEndpointDeps {
  readonly database: Database;
  readonly signingKeys: SigningKeys;
  readonly issuer: string;
  readonly audience: string;
  /** The URL of this server for callers; known only once it listens. */
  readonly publicUrl: () => string;
  readonly signInRates: SignInRates;
  readonly log: AccessLog;
  /** Writes the sign-in into the audit log, before the token is returned. */
  readonly recordSignIn?: (client: SigningIn, from: SignInRequest) => Promise<void>;
  /** The client with the given name, where there is one. */
  readonly recordFailedSignIn?: (
    client: SigningIn | undefined,
    error: TokenErrorName,
    from: SignInRequest,
  ) => Promise<void>;
  /** For tests: refused credentials need not be waited for. */
  readonly refusedAfterMs?: number;
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

/** POST /oauth2/token (RFC 6749 §4.4) and the two documents that describe it. */
export function registerTokenEndpoint(app: FastifyInstance, deps: TokenEndpointDeps): void {
  const takeSignIn = createSignInLimit(deps.signInRates);
  const checks = { guesses: createGuessLimit(), secrets: createSecretVerifier() };
  // a separate Fastify scope: the token endpoint has its own body parsers and its own error shape
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const asText = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const;
    scope.addContentTypeParser('application/x-www-form-urlencoded', asText, async (_request: unknown, body: string) =>
      readFormRequest(body),
    );
    scope.addContentTypeParser('application/json', asText, async (_request: unknown, body: string) =>
      readJsonRequest(body),
    );
    scope.setErrorHandler((error, _request, reply) => sendFault(reply, error, deps.log));
    scope.post(
      TOKEN_PATH,
      { onRequest: (request, reply) => refuseAboveLimit(takeSignIn, request, reply) },
      async (request, reply) => {
        const beganMs = performance.now();
        const answered = await answerTokenRequest(deps, checks, request);
        if (!answered.ok) {
          if (answered.error === 'invalid_client') await untilRefusal(beganMs, deps.refusedAfterMs ?? REFUSED_AFTER_MS);
          return sendFailure(reply, answered);
        }
        return reply.headers(UNCACHED).send(answered.value);
      },
    );
  });
  registerServerMetadata(app, deps);
}

/** First of all, before the body is read: whoever sends too many costs nothing but this answer. */
async function refuseAboveLimit(take: TakeSignIn, request: FastifyRequest, reply: FastifyReply) {
  const retryAfterS = await take(addressOf(request));
  if (retryAfterS === undefined) return;
  const message = 'Too many token requests: try again later';
  return sendFailure(reply, refuseToken('temporarily_unavailable', { message, extra: { retryAfterS } }));
}

async function answerTokenRequest(
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
  const audiences = [deps.issuer, tokenUrl(deps)];
  const client = await authenticateClient(
    { ...deps, ...checks, audiences, nowMs },
    credentials.value,
    from.fromAddress,
  );
  if (!client.ok) {
    await deps.recordFailedSignIn?.(client.known, client.error, from);
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
    { issuer, audience, nowMs },
    client.value,
    scopes.value,
  );
  deps.log('info', 'access token issued', { clientId: client.value.clientId, scope: scopes.value.join(' ') });
  return ok({ access_token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME_S, scope: scopes.value.join(' ') });
}

const UNCACHED = { 'cache-control': 'no-store', pragma: 'no-cache' };

function sendFailure(reply: FastifyReply, { error, message, extra }: TokenFailure): FastifyReply {
  reply.code(TOKEN_ERRORS[error]).headers(UNCACHED);
  // every 401 must name a scheme (RFC 9110 §15.5.2), whichever one was used
  if (error === 'invalid_client') reply.header('www-authenticate', 'Basic realm="token", charset="UTF-8"');
  if (typeof extra?.retryAfterS === 'number') reply.header('retry-after', extra.retryAfterS);
  return reply.send({ error, error_description: message });
}

/**
 * Requests that the framework refuses before the handler are the caller's error; all other errors are ours, and only
 * logged.
 */
function sendFault(reply: FastifyReply, error: unknown, log: AccessLog): FastifyReply {
  const { statusCode = 500, code, message: reason } = error as { statusCode?: number; code?: string; message?: string };
  if (statusCode >= 400 && statusCode < 500) {
    return sendFailure(reply, { ok: false, error: 'invalid_request', message: unreadable(code) });
  }
  log('error', 'a token request failed', { reason });
  return sendFailure(reply, { ok: false, error: 'server_error', message: 'System malfunction' });
}

function unreadable(code: string | undefined): string {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return 'Content-Type is neither application/x-www-form-urlencoded nor application/json';
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'The body is larger than 64 KiB';
  return 'The request cannot be read';
}
