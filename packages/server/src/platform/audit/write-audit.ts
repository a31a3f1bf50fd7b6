import { requireValue } from '../kernel/required.ts';
import { type Database, statement, type Tx } from '../storage/index.ts';

/** The log of events without a bank: callers without one, unauthenticated requests, commands of the operator. */
export const OPERATOR_LOG = '-';

/** Values of details, before and after: strings, integers, and lists and objects of them. */
export type AuditFacts = Readonly<Record<string, unknown>>;

/** The changed values before and after. `before` is null for a new object, `after` for a deleted one. */
export interface AuditChange {
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
}

/** One audit row: who did what to what, and from which request. Never holds a card number or a secret. */
export interface AuditEntry {
  readonly actor: string;
  readonly operation: string;
  /** The subject of the action: `card:<exid>`, `client:<customer id>`. */
  readonly subject: string;
  readonly outcome: string;
  readonly requestId: string;
  /** Address of the caller, for requests. */
  readonly fromAddress?: string | undefined;
  readonly details?: AuditFacts | undefined;
  readonly change?: AuditChange | undefined;
}

/** A transaction, never the database itself, which would commit each statement separately. */
type OneCommit = Tx & { readonly transaction?: never };

// the row and its queue entry together, so that a row is always in the queue or in the chain
const insertEntry = statement(
  'audit.insert-entry',
  `with written as (
     insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id, details, from_address, before, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     returning bank_id, audit_id, at
   ), queued as (
     insert into audit_queue (bank_id, audit_id, at) select w.bank_id, w.audit_id, w.at from written w
   )
   select 1 from written`,
);

/** Appends a row in the transaction of the event. The log is a bank id, `acquirer:<id>`, or the operator's. */
export async function writeAudit(tx: OneCommit, bankId: string, at: Date, entry: AuditEntry): Promise<void> {
  const { statement: insert, values } = auditWrite(bankId, at, entry);
  await tx.query(insert, values);
}

/** Returns the statement that appends a row, and its values. */
export function auditWrite(bankId: string, at: Date, entry: AuditEntry) {
  const values: readonly unknown[] = [
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
  ];
  return { statement: insertEntry, values };
}

/** Appends a row about an event without a change, in a separate transaction. */
export function writeAuditOnly(database: Database, bankId: string, at: Date, entry: AuditEntry): Promise<void> {
  return database.transaction(async (tx) => ({ commit: true, result: await writeAudit(tx, bankId, at, entry) }));
}

/** Rows per statement, because a request of a thousand merchants writes very many. */
const ENTRIES_AT_ONCE = 200;

const insertEntries = statement(
  'audit.insert-entries',
  `with written as (
     insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id, details, from_address, before, after)
     select e.bank_id, $2, e.actor, e.operation, e.subject, e.outcome, e.request_id, e.details::jsonb, e.from_address,
            e.before::jsonb, e.after::jsonb
       from unnest($1::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                   $10::text[], $11::text[])
         as e (bank_id, actor, operation, subject, outcome, request_id, details, from_address, before, after)
     returning bank_id, audit_id, at
   ), queued as (
     insert into audit_queue (bank_id, audit_id, at) select w.bank_id, w.audit_id, w.at from written w
   )
   select bank_id, audit_id from written`,
);

/** Appends several rows in order, each to its own log. Returns their ids, in the same order. */
export async function writeAudits(
  tx: OneCommit,
  at: Date,
  entries: readonly { readonly bankId: string; readonly entry: AuditEntry }[],
): Promise<bigint[]> {
  const auditIds: bigint[] = [];
  for (let first = 0; first < entries.length; first += ENTRIES_AT_ONCE) {
    const batch = entries.slice(first, first + ENTRIES_AT_ONCE);
    const writtenRows = await tx.query<{ bank_id: string; audit_id: bigint }>(insertEntries, [
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
    auditIds.push(...inOrderOf(batch, writtenRows));
  }
  return auditIds;
}

/**
 * Restores the order of the rows: within a log, ids ascend in the order in which the rows were written. The rows of
 * several logs may come mixed.
 */
function inOrderOf(
  batch: readonly { readonly bankId: string }[],
  rows: readonly { bank_id: string; audit_id: bigint }[],
): bigint[] {
  const ofLog = new Map<string, bigint[]>();
  for (const { bank_id: log, audit_id: id } of [...rows].sort((one, other) =>
    one.audit_id < other.audit_id ? -1 : 1,
  )) {
    ofLog.set(log, [...(ofLog.get(log) ?? []), id]);
  }
  return batch.map(({ bankId }) => requireValue(ofLog.get(bankId)?.shift(), 'the id of a row of the audit log'));
}

/** Name of an acquirer's log. No bank can have it, because bank ids have at most 4 characters. */
export function acquirerLog(acquirerId: string): string {
  return `acquirer:${acquirerId}`;
}

function jsonOf(facts: AuditFacts | null | undefined): string | null {
  return facts === null || facts === undefined ? null : JSON.stringify(facts, plain);
}

/** Turns numbers that JSON libraries write differently into strings, because rows are hashed in their JSON form. */
function plain(_key: string, value: unknown): unknown {
  const isPlain = typeof value !== 'bigint' && (typeof value !== 'number' || Number.isSafeInteger(value));
  return isPlain ? value : String(value);
}
