import type { BankPromise, RuleCondition } from '@cardwright/contract';
import type { AuditFacts } from '../../../platform/audit/index.ts';
import type { PromiseRow } from './promise-store.ts';

export function toPromiseResponse(row: PromiseRow): BankPromise {
  return {
    name: row.name,
    version: row.version,
    on: row.subject,
    condition: JSON.parse(row.condition) as RuleCondition,
    outcome: row.outcome,
    by: row.keeper,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    changed_at: row.changed_at.toISOString(),
    changed_by: row.changed_by,
  };
}

/** The members of a promise that the audit log, events and change requests show. */
export function promiseFacts(row: PromiseRow): AuditFacts {
  const { name: _, created_at, created_by, changed_at, changed_by, ...facts } = toPromiseResponse(row);
  return facts as unknown as AuditFacts;
}
