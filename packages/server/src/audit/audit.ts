import { statement, type Tx } from '../storage/index.ts';

/** One line of the audit log: who did what, to what, from which request. Never holds a card number or a secret. */
export interface AuditEntry {
  readonly actor: string;
  readonly operation: string;
  /** What it was done to: `card:<exid>`, `client:<customer id>`. */
  readonly subject: string;
  readonly outcome: string;
  readonly requestId: string;
  readonly details?: Record<string, unknown>;
}

const insertEntry = statement(
  'audit.insert-entry',
  `insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id, details)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Appends to the bank's log in the transaction of what is told. */
export async function writeAudit(tx: Tx, bankId: string, at: Date, entry: AuditEntry): Promise<void> {
  await tx.query(insertEntry, [
    bankId,
    at,
    entry.actor,
    entry.operation,
    entry.subject,
    entry.outcome,
    entry.requestId,
    entry.details === undefined ? null : JSON.stringify(entry.details),
  ]);
}
