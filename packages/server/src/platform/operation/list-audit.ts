import { type JsonObject, listAudit } from '@cardwright/contract';
import { type AuditListRow, listAuditRows } from '../audit/index.ts';
import { cursorOf, cutItems, readPage } from '../kernel/page.ts';
import { ok } from '../kernel/result.ts';
import { readTimeRange } from '../kernel/time/time-range.ts';
import { auditedLog } from './audited-log.ts';
import { implementRest } from './define-operation.ts';

/** Lists the audit log of the calling bank, acquirer or operator (docs/interface/requests.md#audit-log). */
export const listAuditOperation = implementRest(listAudit, async ({ tx, caller, audit }, { query }) => {
  const checked = auditedLog(caller);
  if (!checked.ok) return checked;
  const log = checked.value;
  const page = readPage(query);
  if (!page.ok) return page;
  const { actor = null, operation = null, subject = null, outcome = null, containing = null } = query;
  const changesOnly = query.changes_only === 'true';
  const filter = { ...readTimeRange(query), actor, operation, subject, outcome, containing, changesOnly };
  const { rows, examinedUntil } = await listAuditRows(tx, log, filter, page.value);
  const place = (row: AuditListRow) => ({ at: row.at, id: row.audit_id });
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
  return ok({ body: { items, next: next ?? (examinedUntil === undefined ? null : cursorOf(examinedUntil)) } });
});
