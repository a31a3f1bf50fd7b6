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

/** Entries of many subjects, as a request of a thousand merchants makes them, in one statement. */
const ENTRIES_AT_ONCE = 200;

const insertEntries = statement(
  'audit.insert-entries',
  `insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id, details)
   select e.bank_id, $2, e.actor, e.operation, e.subject, e.outcome, e.request_id, e.details::jsonb
     from unnest($1::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       as e (bank_id, actor, operation, subject, outcome, request_id, details)`,
);

/** Appends several, in their order, each to its bank's log. */
export async function writeAudits(
  tx: Tx,
  at: Date,
  entries: readonly { readonly bankId: string; readonly entry: AuditEntry }[],
): Promise<void> {
  for (let first = 0; first < entries.length; first += ENTRIES_AT_ONCE) {
    const batch = entries.slice(first, first + ENTRIES_AT_ONCE);
    await tx.query(insertEntries, [
      batch.map(({ bankId }) => bankId),
      at,
      batch.map(({ entry }) => entry.actor),
      batch.map(({ entry }) => entry.operation),
      batch.map(({ entry }) => entry.subject),
      batch.map(({ entry }) => entry.outcome),
      batch.map(({ entry }) => entry.requestId),
      batch.map(({ entry }) => (entry.details === undefined ? null : JSON.stringify(entry.details))),
    ]);
  }
}

/** Name of an acquirer's log; no bank can have it, as their ids have at most 4 characters. */
export function acquirerLog(acquirerId: string): string {
  return `acquirer:${acquirerId}`;
}
