import { listSessions } from '@cardwright/contract';
import { cutPage, readPage } from '../kernel/page.ts';
import { ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { callerTenant } from './caller-tenant.ts';
import { openSince } from './open-since.ts';
import { readSessions, type SessionListRow } from './people-store.ts';
import { expiryOf } from './session-limits.ts';

/** Lists the open sessions of the caller, or of the tenant (docs/interface/people.md#sessions). */
export function listSessionsOperation(now: () => Date) {
  return implementRest(listSessions, async ({ tx, caller, audit }, { query }) => {
    const tenant = callerTenant(caller);
    if (!tenant.ok) return tenant;
    const log = tenant.value;
    const page = readPage(query);
    if (!page.ok) return page;
    const subject = caller.scopes.has('people:read') ? undefined : caller.clientId;
    const allRows = await readSessions(tx, log, page.value, { subject, ...openSince(now()) });
    const { rows, nextCursor } = cutPage(allRows, page.value, (row) => ({ at: row.started_at, id: row.session_id }));
    audit(log, 'sessions', 'read', { sessions: rows.length });
    const sessions = rows.map((row) => encodeSession(row, caller.person?.sessionId));
    return ok({ body: { sessions, next_cursor: nextCursor } });
  });
}

function encodeSession(row: SessionListRow, current: bigint | undefined) {
  const { session_id: id, subject, name, roles, started_at: startedAt, from_address: address, user_agent: agent } = row;
  return {
    session_id: String(id),
    subject,
    name,
    roles,
    started_at: startedAt.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: expiryOf({ startedAt }).toISOString(),
    ...(address !== null && { from_address: address }),
    ...(agent !== null && { user_agent: agent }),
    current: id === current,
  };
}
