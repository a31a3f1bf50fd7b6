import { TOKEN_ERRORS, TOKEN_PATH, TOKEN_UNAVAILABLE } from '@cardwright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NOT_UTF_8, readTextBody } from '../kernel/well-formed-text.ts';
import { answerTokenRequest, type TokenEndpointDeps } from './answer-token-request.ts';
import { registerServerMetadata } from './authorization-server-metadata.ts';
import { createSecretVerifier } from './clients/secret-verifier.ts';
import { createGuessLimit } from './guess-limit.ts';
import { addressOf } from './proxy/caller-address.ts';
import { REJECT_AFTER_MS, untilRefusal } from './refusal-time.ts';
import { createSignInLimit, type TakeSignIn } from './sign-in-limit.ts';
import { refuseToken, type TokenFailure } from './token-error.ts';
import { readFormRequest, readJsonRequest } from './token-request.ts';

const BODY_LIMIT = 64 * 1024;

/** Registers POST /oauth2/token (RFC 6749 §4.4) and the two documents that describe it. */
export function registerTokenEndpoint(app: FastifyInstance, deps: TokenEndpointDeps): void {
  const takeSignIn = createSignInLimit(deps.signInRates);
  const checks = { guesses: createGuessLimit(), secrets: createSecretVerifier() };
  // a separate Fastify scope: the token endpoint has its own body parsers and its own error shape
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const asBytes = { parseAs: 'buffer', bodyLimit: BODY_LIMIT } as const;
    const readers = {
      'application/x-www-form-urlencoded': readFormRequest,
      'application/json': readJsonRequest,
    };
    for (const [type, read] of Object.entries(readers)) {
      scope.addContentTypeParser(type, asBytes, async (request: FastifyRequest, body: Buffer) =>
        read(await readTextBody(request, body)),
      );
    }
    scope.setErrorHandler((error, _request, reply) => sendFault(reply, error, deps));
    scope.post(
      TOKEN_PATH,
      { onRequest: (request, reply) => refuseAboveLimit(takeSignIn, request, reply) },
      async (request, reply) => {
        const beganMs = performance.now();
        const answer = await answerTokenRequest(deps, checks, request);
        if (!answer.ok) {
          if (DELAYED.has(answer.error)) await untilRefusal(beganMs, deps.rejectAfterMs ?? REJECT_AFTER_MS);
          return sendFailure(reply, answer);
        }
        return reply.headers(UNCACHED).send(answer.value);
      },
    );
  });
  registerServerMetadata(app, deps);
}

/** Runs before the body is read, so that a request of a flood costs no more than this response. */
async function refuseAboveLimit(take: TakeSignIn, request: FastifyRequest, reply: FastifyReply) {
  const retryAfterS = await take(addressOf(request));
  if (retryAfterS === undefined) return;
  const message = 'Too many token requests: try again later';
  return sendFailure(reply, refuseToken('temporarily_unavailable', { message, extra: { retryAfterS } }));
}

/**
 * Refusals whose time must not reveal whether a secret was hashed, also beyond the limit of guesses (refusal-time.ts).
 */
const DELAYED: ReadonlySet<TokenFailure['error']> = new Set(['invalid_client', 'temporarily_unavailable']);

/** In seconds. A failover takes some seconds. */
const AGAIN_AFTER_S = 1;

const UNCACHED = { 'cache-control': 'no-store', pragma: 'no-cache' };

function sendFailure(
  reply: FastifyReply,
  { error, message, extra }: TokenFailure,
  http: number = TOKEN_ERRORS[error],
): FastifyReply {
  reply.code(http).headers(UNCACHED);
  // every 401 must name a scheme, whichever was used (RFC 9110 §15.5.2)
  if (error === 'invalid_client') reply.header('www-authenticate', 'Basic realm="token", charset="UTF-8"');
  if (typeof extra?.retryAfterS === 'number') reply.header('retry-after', extra.retryAfterS);
  return reply.send({ error, error_description: message });
}

/**
 * Reports requests that the framework refuses before the handler as errors of the caller. All others are faults of the
 * server, whose details are only logged.
 */
function sendFault(
  reply: FastifyReply,
  error: unknown,
  { log, mayPass }: Pick<TokenEndpointDeps, 'log' | 'mayPass'>,
): FastifyReply {
  const { statusCode = 500, code, message: reason } = error as { statusCode?: number; code?: string; message?: string };
  if (statusCode >= 400 && statusCode < 500) {
    return sendFailure(reply, { ok: false, error: 'invalid_request', message: unreadable(code) });
  }
  log('error', 'a token request failed', { reason });
  if (mayPass?.(error) === true) {
    const message = 'The service is not available right now: try again later';
    const failure = refuseToken('temporarily_unavailable', { message, extra: { retryAfterS: AGAIN_AFTER_S } });
    return sendFailure(reply, failure, TOKEN_UNAVAILABLE);
  }
  return sendFailure(reply, { ok: false, error: 'server_error', message: 'System malfunction' });
}

function unreadable(code: string | undefined): string {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return 'Content-Type is neither application/x-www-form-urlencoded nor application/json';
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'The body is larger than 64 KiB';
  return code === NOT_UTF_8 ? NOT_UTF_8 : 'The request cannot be read';
}
