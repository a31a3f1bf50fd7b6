import { statement, type Tx } from '../storage/index.ts';

/** The log of what belongs to no bank: callers without one, requests of nobody known, the operator's own commands. */
export const OPERATOR_LOG = '-';

/** A member of before and after, of details: texts and whole numbers, lists and objects of them. */
export type AuditFacts = Readonly<Record<string, unknown>>;

/** What was changed, as it was and as it is. Null where there was nothing, or is nothing any more. */
export interface AuditChange {
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
}

/** One line of the audit log: who did what, to what, from which request. Never holds a card number or a secret. */
export interface AuditEntry {
  readonly actor: string;
  readonly operation: string;
  /** What it was done to: `card:<exid>`, `client:<customer id>`. */
  readonly subject: string;
  readonly outcome: string;
  readonly requestId: string;
  /** Address of the caller, where a request is told. */
  readonly fromAddress?: string | undefined;
  readonly details?: AuditFacts | undefined;
  readonly change?: AuditChange | undefined;
}

// together with the row that lets it be sealed: no row is ever outside of both the queue and the chain
const insertEntry = statement(
  'audit.insert-entry',
  `with entry as (
     insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id, details, from_address, before, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     returning bank_id, audit_id, at
   )
   insert into audit_queue (bank_id, audit_id, at) select bank_id, audit_id, at from entry`,
);

/** Appends to a log in the transaction of what is told: a bank's by its id, an acquirer's as `acquirer:<id>`, or the operator's. */
export async function writeAudit(tx: Tx, bankId: string, at: Date, entry: AuditEntry): Promise<void> {
  await tx.query(insertEntry, [
    bankId,
    at,
    entry.actor,
    entry.operation,
    entry.subject,
    entry.outcome,
    entry.requestId,
    jsonOf(entry.details),
    entry.fromAddress ?? null,
    jsonOf(entry.change?.before),
    jsonOf(entry.change?.after),
  ]);
}

/** Entries of many subjects, as a request of a thousand merchants makes them, in one statement. */
const ENTRIES_AT_ONCE = 200;

const insertEntries = statement(
  'audit.insert-entries',
  `with entry as (
     insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id, details, from_address, before, after)
     select e.bank_id, $2, e.actor, e.operation, e.subject, e.outcome, e.request_id, e.details::jsonb, e.from_address,
            e.before::jsonb, e.after::jsonb
       from unnest($1::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                   $10::text[], $11::text[])
         as e (bank_id, actor, operation, subject, outcome, request_id, details, from_address, before, after)
     returning bank_id, audit_id, at
   )
   insert into audit_queue (bank_id, audit_id, at) select bank_id, audit_id, at from entry`,
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
      batch.map(({ entry }) => jsonOf(entry.details)),
      batch.map(({ entry }) => entry.fromAddress ?? null),
      batch.map(({ entry }) => jsonOf(entry.change?.before)),
      batch.map(({ entry }) => jsonOf(entry.change?.after)),
    ]);
  }
}

/** Name of an acquirer's log; no bank can have it, as their ids have at most 4 characters. */
export function acquirerLog(acquirerId: string): string {
  return `acquirer:${acquirerId}`;
}

function jsonOf(facts: AuditFacts | null | undefined): string | null {
  return facts === null || facts === undefined ? null : JSON.stringify(facts, plain);
}

/** Numbers that not every reader would write the same way again become texts: the row is hashed as it is read. */
function plain(_key: string, value: unknown): unknown {
  const isPlain = typeof value !== 'bigint' && (typeof value !== 'number' || Number.isSafeInteger(value));
  return isPlain ? value : String(value);
}
