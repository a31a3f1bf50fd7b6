import type { Role } from '@cardwright/contract';
import { fail, ok, type Result } from '../kernel/result.ts';
import { finishSession } from './finish-session.ts';
import type { CurrentRoles } from './identity-provider.ts';
import { type PeopleDeps, SANDBOX_PROVIDER } from './people-deps.ts';
import { deleteRoles } from './people-store.ts';
import { claimCheck, storeRoles } from './roles-store.ts';
import { grantContext } from './session-grant.ts';
import { ROLES_CHECKED_AFTER_MS, ROLES_HOLD_MS } from './session-limits.ts';
import type { SessionSecret } from './session-secret.ts';
import { findOpenSession, type SessionRow } from './session-store.ts';

const OVER = fail('not_authenticated', { message: 'The session has ended, as its roles have: sign in again' });
const NOT_NOW = fail('not_authenticated', {
  message: 'The identity provider cannot be asked at the moment whether the roles still hold: try again later',
});
/** In milliseconds. Longer than a provider may take to answer. */
const LONGEST_CHECK_MS = 20_000;

type Checked = Result<readonly Role[], 'not_authenticated'>;

/**
 * Returns the roles of a session. They are valid for 15 minutes after the provider reported them. In the last of these
 * minutes, the first request calls the provider again, outside of a transaction, and other requests continue.
 */
export async function checkRoles(deps: PeopleDeps, secret: SessionSecret, row: SessionRow): Promise<Checked> {
  if (row.provider === SANDBOX_PROVIDER) return ok(row.roles);
  const at = deps.now();
  const ageMs = at.getTime() - row.roles_checked_at.getTime();
  if (ageMs < ROLES_CHECKED_AFTER_MS) return ok(row.roles);
  const until = new Date(at.getTime() + LONGEST_CHECK_MS);
  const claim = { sessionId: row.session_id, checkedAt: row.roles_checked_at, at, until };
  const isOurs = await claimCheck(deps.database, secret.log, claim);
  if (!isOurs) return whileAnotherCheckRuns(deps, secret, row, ageMs);
  return settle(deps, secret, row, await checkWithProvider(deps, secret, row));
}

/** Returns the roles while another request calls the provider, or has called it since this request read the session. */
async function whileAnotherCheckRuns(
  { database }: PeopleDeps,
  secret: SessionSecret,
  row: SessionRow,
  ageMs: number,
): Promise<Checked> {
  const meanwhile = await findOpenSession(database, secret.log, secret.hash);
  if (meanwhile === undefined) return OVER;
  if (meanwhile.roles_checked_at > row.roles_checked_at) return ok(meanwhile.roles);
  return ageMs < ROLES_HOLD_MS ? ok(row.roles) : NOT_NOW;
}

async function checkWithProvider({ providers, vault }: PeopleDeps, { log, hash }: SessionSecret, row: SessionRow) {
  const provider = providers.find(({ id }) => id === row.provider);
  const { sealed_grant: sealed, key_version: keyVersion } = row;
  if (provider === undefined || sealed === null || keyVersion === null) return 'gone';
  const grant = vault.open(grantContext(log, hash), { sealed, keyVersion });
  return provider.requestRoles(grant, row.subject);
}

async function settle(deps: PeopleDeps, secret: SessionSecret, row: SessionRow, now: CurrentRoles): Promise<Checked> {
  const { log, hash } = secret;
  const sessionId = row.session_id;
  if (now === 'unreachable') {
    const ageMs = deps.now().getTime() - row.roles_checked_at.getTime();
    return ageMs < ROLES_HOLD_MS ? ok(row.roles) : NOT_NOW;
  }
  if (now === 'gone' || now.roles.length === 0) {
    // a revoked grant does not mean that the roles are lost: the person may have signed out at the provider
    if (now !== 'gone') await deleteRoles(deps.database, log, row.subject);
    const session = { sessionId, subject: row.subject, name: row.name };
    await finishSession(deps, log, session, { because: 'roles taken away', requestId: '' });
    return OVER;
  }
  const grant = deps.vault.seal(grantContext(log, hash), now.grant);
  await storeRoles(deps.database, log, { sessionId, roles: now.roles, grant, at: deps.now() });
  return ok(now.roles);
}
