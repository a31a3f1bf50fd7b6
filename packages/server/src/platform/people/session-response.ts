import type { Scope, Session } from '@cardwright/contract';
import type { Static } from 'typebox';
import { seesPersonalData } from '../access/index.ts';
import { callerOf, type OpenSession } from './authenticate-session.ts';
import type { PeopleDeps } from './people-deps.ts';
import { expiryOf, IDLE_MS } from './session-limits.ts';
import { tenantOf } from './tenant.ts';

/** Returns the response that describes a session to its person. */
export async function toSessionResponse(
  { database, describeTenant, now }: PeopleDeps,
  session: OpenSession,
): Promise<Static<typeof Session>> {
  const { secret, row, roles } = session;
  const caller = callerOf(session);
  const tenant = tenantOf(secret.log);
  const described = await describeTenant(database, tenant);
  if (described === undefined) throw new Error(`a person works for ${secret.log}, which does not exist`);
  const idleMs = row.last_used_at.getTime() + IDLE_MS - now().getTime();
  return {
    subject: row.subject,
    name: row.name,
    house: described,
    roles: [...roles],
    scopes: [...caller.scopes] as Scope[],
    sees_personal_data: seesPersonalData(caller),
    expires_at: expiryOf({ startedAt: row.started_at }).toISOString(),
    idle_seconds: Math.max(0, Math.ceil(idleMs / 1_000)),
  };
}
