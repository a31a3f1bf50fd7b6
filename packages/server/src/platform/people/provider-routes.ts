import { SIGN_IN_PATH, SIGN_IN_RETURN_PATH, type SignInError } from '@cardwright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COOKIE_NAMES, readCookie, writeCookie } from '../access/index.ts';
import { OPERATOR_LOG } from '../audit/index.ts';
import { problem } from '../http/surfaces/rest-surface.ts';
import { fail } from '../kernel/result.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { PeopleDeps } from './people-deps.ts';
import { fromOf, sessionCookie } from './session-routes.ts';
import { ownPath, type PendingSignIn, readSignIn, SIGN_IN_MS, writeSignIn } from './sign-in-cookie.ts';
import { startSession } from './start-session.ts';
import { logOf } from './tenant.ts';

type OnRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Registers the routes to an identity provider and back. */
export function registerProviderRoutes(app: FastifyInstance, deps: PeopleDeps, admits: OnRequest): void {
  app.get(SIGN_IN_RETURN_PATH, { onRequest: admits }, (request, reply) => finishSignIn(deps, request, reply));
  app.get(`${SIGN_IN_PATH}/:provider`, { onRequest: admits }, async (request, reply) => {
    const { provider: providerId } = request.params as { provider: string };
    const { return_to: returnTo } = request.query as { return_to?: unknown };
    const provider = deps.providers.find(({ id }) => id === providerId);
    if (provider === undefined) {
      const failure = fail('value_not_allowed', {
        path: 'provider',
        message: 'must be the id of one of the providers',
      });
      return reply.send(problem(reply, request, failure));
    }
    const redirect = await provider.begin();
    if (!redirect.ok) return redirectWithError(deps, { provider, error: redirect.error }, request, reply);
    const { location, storedState: signInState } = redirect.value;
    const untilMs = deps.now().getTime() + SIGN_IN_MS;
    const cookie = writeSignIn(deps.vault, {
      provider: providerId,
      returnTo: ownPath(returnTo),
      state: signInState,
      untilMs,
    });
    return reply.header('set-cookie', signInCookie(deps, cookie)).redirect(location);
  });
}

/** SameSite is Lax, because the browser returns from another site. */
function signInCookie({ mode }: PeopleDeps, value: string | undefined): string {
  return writeCookie(mode, 'signIn', value, { sameSite: 'Lax', maxAgeS: SIGN_IN_MS / 1_000 });
}

async function finishSignIn(deps: PeopleDeps, request: FastifyRequest, reply: FastifyReply) {
  const inFlight = signInOf(deps, request);
  const provider = deps.providers.find(({ id }) => id === inFlight?.provider);
  if (inFlight === undefined || provider === undefined) {
    return redirectWithError(deps, { provider: undefined, error: 'expired' }, request, reply);
  }
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  const proven = await provider.finish(inFlight.state, query);
  if (!proven.ok) return redirectWithError(deps, { provider, error: proven.error }, request, reply);
  // the provider may be configured for a bank or acquirer that does not exist
  const tenant = await deps.describeTenant(deps.database, provider.tenant);
  if (tenant === undefined) return redirectWithError(deps, { provider, error: 'no_role' }, request, reply);
  const cookie = await startSession(
    deps,
    { tenant: provider.tenant, provider: provider.id, ...proven.value },
    fromOf(request),
  );
  reply.header('set-cookie', [sessionCookie(deps, cookie), signInCookie(deps, undefined)]);
  return reply.redirect(inFlight.returnTo);
}

function signInOf({ mode, vault, now }: PeopleDeps, { headers }: FastifyRequest): PendingSignIn | undefined {
  const cookie = readCookie(headers.cookie, COOKIE_NAMES[mode].signIn);
  return cookie === undefined ? undefined : readSignIn(vault, cookie, now().getTime());
}

/** Redirects to the console's own page, which states the reason. The audit log of the tenant records it too. */
async function redirectWithError(
  deps: PeopleDeps,
  { provider, error }: { provider: IdentityProvider | undefined; error: SignInError },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { requestId, fromAddress } = fromOf(request);
  await deps.denials.record(provider === undefined ? OPERATOR_LOG : logOf(provider.tenant), {
    actor: 'unknown',
    operation: 'people.sign-in',
    subject: provider === undefined ? 'provider' : `provider:${provider.id}`,
    outcome: 'sign-in denied',
    requestId,
    fromAddress,
    details: { error },
  });
  reply.header('set-cookie', signInCookie(deps, undefined));
  return reply.redirect(`/console/?sign_in_error=${error}`);
}
