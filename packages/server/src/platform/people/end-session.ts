import { endSession } from '@cardwright/contract';
import { fail, ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { callerTenant } from './caller-tenant.ts';
import { subjectOfSession } from './people-store.ts';
import { closeSession } from './session-store.ts';

/** Ends a session of the caller or of the tenant (docs/interface/people.md#end). A session of another tenant is not found. */
export function endSessionOperation(now: () => Date) {
  return implementRest(endSession, async ({ tx, caller, audit }, { params }) => {
    const tenant = callerTenant(caller);
    if (!tenant.ok) return tenant;
    const log = tenant.value;
    const sessionId = BigInt(String(params.session_id));
    const subject = await subjectOfSession(tx, log, sessionId);
    const isAllowed = subject === caller.clientId || caller.scopes.has('people:write');
    if (subject === undefined || !isAllowed) return fail('session_not_found', { subject: `session:${sessionId}` });
    await closeSession(tx, log, { sessionId, because: 'ended', at: now() });
    audit(
      log,
      `session:${sessionId}`,
      'session ended',
      { of: subject },
      { before: { open: true }, after: { open: false } },
    );
    return ok({ body: { session_id: String(sessionId) } });
  });
}
