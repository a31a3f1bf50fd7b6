import { type Role, rolesSeePersonalData, scopesOfRoles } from '@cardwright/contract';
import { type Authenticate, type Caller, outsideSender, type PresentedSession } from '../access/index.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { checkRoles } from './check-roles.ts';
import { finishSession } from './finish-session.ts';
import { isInBackground, notOwnRequest } from './own-request.ts';
import { type PeopleDeps, SANDBOX_PROVIDER } from './people-deps.ts';
import { endByTime } from './session-limits.ts';
import { readSecret, type SessionSecret } from './session-secret.ts';
import { findOpenSession, type SessionRow, touchSession } from './session-store.ts';
import { tenantOf } from './tenant.ts';

const OVER = fail('not_authenticated', { message: 'The session has ended: sign in again' });

/** An open session with its person. */
export interface OpenSession {
  readonly secret: SessionSecret;
  readonly row: SessionRow;
  readonly roles: readonly Role[];
}

type Opened = Result<OpenSession, 'not_authenticated'>;

/** Returns the valid session of a cookie. `isUse`: whether the request prevents the session from becoming idle. */
export async function openSession(deps: PeopleDeps, cookie: string, { isUse }: { isUse: boolean }): Promise<Opened> {
  const secret = readSecret(cookie);
  const row = secret && (await findOpenSession(deps.database, secret.log, secret.hash));
  if (secret === undefined || row === undefined) return OVER;
  const session = { sessionId: row.session_id, subject: row.subject, name: row.name };
  const over = endByTime({ startedAt: row.started_at, lastUsedAt: row.last_used_at }, deps.now());
  const because = over ?? (isConfiguredProvider(deps, row.provider) ? undefined : 'provider');
  if (because !== undefined) {
    await finishSession(deps, secret.log, session, { because, requestId: '' });
    return OVER;
  }
  const roles = await checkRoles(deps, secret, row);
  if (!roles.ok) return roles;
  if (isUse) await touchSession(deps.database, secret.log, row.session_id, deps.now());
  return ok({ secret, row, roles: roles.value });
}

/**
 * Whether people can sign in with this provider. Demo people exist only in a sandbox, whatever the database contains.
 */
function isConfiguredProvider({ providers, demoPeople }: PeopleDeps, id: string): boolean {
  return id === SANDBOX_PROVIDER ? demoPeople !== undefined : providers.some((provider) => provider.id === id);
}

/** Identifies a caller by a session's cookie. */
export function createSessionAuthenticator(deps: PeopleDeps): Authenticate {
  return async ({ method, session }) => {
    const refusal = session && refuseForeign(deps, method, session);
    if (session === undefined || refusal !== undefined) return refusal ?? OVER;
    const opened = await openSession(deps, session.cookie, { isUse: !isInBackground(session.headers) });
    if (!opened.ok) return opened;
    return ok(callerOf(opened.value, isInBackground(session.headers)));
  };
}

/** Refuses a request that does not come from a page of this server. */
export function refuseForeign(
  { publicUrl, mode }: PeopleDeps,
  method: string,
  { headers }: Pick<PresentedSession, 'headers'>,
) {
  const because = notOwnRequest(method, headers, { publicUrl, acceptsHost: mode === 'sandbox' });
  return because === undefined
    ? undefined
    : fail('not_authenticated', { message: `A session does not count for this request: ${because}` });
}

export function callerOf({ secret, row, roles }: OpenSession, isAbsent = false): Caller {
  const { kind, id } = tenantOf(secret.log);
  return {
    clientId: row.subject,
    sender: outsideSender(row.subject),
    kind,
    scopes: new Set(scopesOfRoles(roles, kind)),
    ...(kind === 'bank' && id !== undefined && { bankId: id }),
    ...(kind === 'acquirer' && id !== undefined && { acquirerId: id }),
    person: {
      ...{ name: row.name, sessionId: row.session_id, roles, seesPersonalData: rolesSeePersonalData(roles) },
      ...(isAbsent && { isAbsent }),
    },
  };
}
