import { compile, DemoSignIn, parseJson, SESSION_PATH } from '@cardwright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, COOKIE_NAMES, readCookie, writeCookie } from '../access/index.ts';
import { problem } from '../http/surfaces/rest-surface.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { type OpenSession, openSession, refuseForeign } from './authenticate-session.ts';
import { finishSession } from './finish-session.ts';
import { type DemoPerson, type PeopleDeps, SANDBOX_PROVIDER } from './people-deps.ts';
import { grantContext } from './session-grant.ts';
import { toSessionResponse } from './session-response.ts';
import { startSession } from './start-session.ts';

const NONE = fail('not_authenticated', { message: 'There is no session: sign in' });
const checkDemoSignIn = compile(DemoSignIn);

/** Registers GET, DELETE and, in a sandbox, POST /console/session. */
export function registerSessionRoutes(
  app: FastifyInstance,
  deps: PeopleDeps,
  admits: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.get(SESSION_PATH, async (request, reply) => {
    const opened = await sessionOf(deps, request);
    return opened.ok ? toSessionResponse(deps, opened.value) : send(reply, request, opened);
  });
  app.delete(SESSION_PATH, async (request, reply) => {
    const opened = await sessionOf(deps, request);
    if (!opened.ok) return send(reply, request, opened);
    const url = await signOut(deps, opened.value, request);
    reply.header('set-cookie', sessionCookie(deps, undefined));
    return url === undefined ? {} : { sign_out_url: url };
  });
  const { demoPeople } = deps;
  if (demoPeople === undefined) return;
  app.post(SESSION_PATH, { onRequest: admits }, async (request, reply) => {
    const foreign = refuseForeign(deps, request.method, request);
    if (foreign !== undefined) return send(reply, request, foreign);
    const person = readDemoPerson(request.body, demoPeople);
    if (!person.ok) return send(reply, request, person);
    const cookie = await startSession(deps, demoSignIn(person.value), fromOf(request));
    reply.header('set-cookie', sessionCookie(deps, cookie));
    const opened = await openSession(deps, cookie, { isUse: false });
    return opened.ok ? toSessionResponse(deps, opened.value) : send(reply, request, opened);
  });
}

export function sessionCookie({ mode }: PeopleDeps, value: string | undefined): string {
  return writeCookie(mode, 'session', value, { sameSite: 'Strict' });
}

export function fromOf(request: FastifyRequest) {
  return { requestId: request.id, fromAddress: addressOf(request), userAgent: request.headers['user-agent'] };
}

/** Reads a session. This does not count as use, so the session can still become idle. */
async function sessionOf(deps: PeopleDeps, request: FastifyRequest): Promise<Result<OpenSession, 'not_authenticated'>> {
  const cookie = readCookie(request.headers.cookie, COOKIE_NAMES[deps.mode].session);
  if (cookie === undefined) return NONE;
  const foreign = refuseForeign(deps, request.method, request);
  return foreign ?? openSession(deps, cookie, { isUse: false });
}

async function signOut(deps: PeopleDeps, { secret, row }: OpenSession, request: FastifyRequest) {
  const { requestId, fromAddress } = fromOf(request);
  const session = { sessionId: row.session_id, subject: row.subject, name: row.name };
  const { sealed_grant: sealed, key_version: keyVersion } = row;
  await finishSession(deps, secret.log, session, { because: 'signed out', requestId, fromAddress });
  if (sealed === null || keyVersion === null) return undefined;
  const grant = deps.vault.open(grantContext(secret.log, secret.hash), { sealed, keyVersion });
  return deps.providers.find(({ id }) => id === row.provider)?.signOut(grant);
}

function readDemoPerson(
  body: unknown,
  people: readonly DemoPerson[],
): Result<DemoPerson, 'body_unreadable' | 'value_not_allowed'> {
  const parsed = parseJson(typeof body === 'string' ? body : '');
  if (!parsed.ok) return fail('body_unreadable');
  const { value } = checkDemoSignIn(parsed.value, '');
  const person = people.find(({ id }) => id === value?.demo_person);
  if (person !== undefined) return ok(person);
  return fail('value_not_allowed', { path: 'demo_person', message: 'must be the id of one of demo_people' });
}

function demoSignIn({ id, name, role, otherRole, tenant }: DemoPerson) {
  const roles = otherRole === undefined ? [role] : [role, otherRole];
  return { tenant, provider: SANDBOX_PROVIDER, subject: `${SANDBOX_PROVIDER}#${id}`, name, roles };
}

function send(reply: FastifyReply, request: FastifyRequest, failure: Parameters<typeof problem>[2]) {
  return reply.send(problem(reply, request, failure));
}
