import { type JsonObject, listAudit } from '@cardwright/contract';
import { callerLog } from '../access/index.ts';
import { type ListedAuditRow, listAuditRows, OPERATOR_LOG } from '../audit/index.ts';
import { cursorOf, cutItems, readPage } from '../kernel/page.ts';
import { fail, ok } from '../kernel/result.ts';
import { readTimeRange } from '../kernel/time-range.ts';
import { implementRest } from './define-operation.ts';

/** The audit log of the calling bank or acquirer (docs/interface/requests.md#audit-log). */
export const listAuditOperation = implementRest(listAudit, async ({ tx, caller, audit }, { query }) => {
  const log = callerLog(caller);
  if (log === OPERATOR_LOG) return fail('wrong_bank', { message: 'Only banks and acquirers have a log of their own' });
  const page = readPage(query);
  if (!page.ok) return page;
  const { actor = null, operation = null, subject = null, outcome = null } = query;
  const filter = { ...readTimeRange(query), actor, operation, subject, outcome };
  const { rows, looked } = await listAuditRows(tx, log, filter, page.value);
  const place = (row: ListedAuditRow) => ({ at: row.at, id: row.audit_id });
  const { items, next } = cutItems(rows, page.value, place, (row) => ({
    at: row.at.toISOString(),
    actor: row.actor,
    operation: row.operation,
    subject: row.subject,
    outcome: row.outcome,
    request_id: row.request_id,
    from_address: row.from_address,
    details: row.details as JsonObject | null,
    before: row.before as JsonObject | null,
    after: row.after as JsonObject | null,
    sealed: row.sealed,
  }));
  audit(log, 'audit-log', 'read', { rows: items.length });
  return ok({ body: { items, next: next ?? (looked === undefined ? null : cursorOf(looked)) } });
});
