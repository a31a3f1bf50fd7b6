import { SIGN_IN_PATH } from '@cardwright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, createSignInLimit, type SignInRates } from '../access/index.ts';
import { problem } from '../http/surfaces/rest-surface.ts';
import { fail } from '../kernel/result.ts';
import { readTextBody } from '../kernel/well-formed-text.ts';
import type { PeopleDeps } from './people-deps.ts';
import { registerProviderRoutes } from './provider-routes.ts';
import { registerSessionRoutes } from './session-routes.ts';

const BODY_LIMIT = 10_000;

/** Registers the paths on which people sign in and out. They have no version, and none of them accepts a token. */
export function registerSignInRoutes(app: FastifyInstance, deps: PeopleDeps, rates: SignInRates): void {
  const take = createSignInLimit(rates);
  // checked before anything is read, so that a flood costs only this response
  const admits = async (request: FastifyRequest, reply: FastifyReply) => {
    const retryAfterS = await take(addressOf(request));
    if (retryAfterS === undefined) return;
    return reply.send(problem(reply, request, fail('too_many_requests', { retryAfterS })));
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, readTextBody);
    scope.get(SIGN_IN_PATH, async () => choices(deps));
    registerSessionRoutes(scope, deps, admits);
    registerProviderRoutes(scope, deps, admits);
  });
}

async function choices({ providers, demoPeople, describeTenant, database }: PeopleDeps) {
  const people = await Promise.all(
    (demoPeople ?? []).map(async ({ tenant, otherRole: _, ...person }) => ({
      ...person,
      house: await describeTenant(database, tenant),
    })),
  );
  return {
    providers: providers.map(({ id, name }) => ({ id, name })),
    ...(demoPeople !== undefined && { demo_people: people.filter(({ house }) => house !== undefined) }),
  };
}
