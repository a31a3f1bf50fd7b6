import type { JsonObject } from '@cardwright/contract';
import type { TestServer } from './test-server.ts';

export interface AuditedRow extends Record<string, unknown> {
  bank_id: string;
  actor: string;
  operation: string;
  subject: string;
  outcome: string;
  from_address: string | null;
  details: JsonObject | null;
  before: JsonObject | null;
  after: JsonObject | null;
}

/** Returns the audit rows that `work` writes, without those of the tokens that it needed. */
export async function auditedRows(server: TestServer, work: () => Promise<unknown>): Promise<AuditedRow[]> {
  const [{ last }] = (await server.db.sql<{ last: string }>(
    'select coalesce(max(audit_id), 0) as last from audit_log',
  )) as [{ last: string }];
  await work();
  return await server.db.sql<AuditedRow>(
    `select bank_id, actor, operation, subject, outcome, from_address, details, before, after from audit_log
      where audit_id > $1 and operation <> 'access.issue-token' order by audit_id`,
    [last],
  );
}
