import { randomUUID } from 'node:crypto';
import { type ChangeEvent, type ChangeEventName, type JsonObject, prefixOf, writeJson } from '@cardwright/contract';
import { type AuditChange, type AuditEntry, type AuditFacts, changeOf } from '../audit/index.ts';
import type { Tx } from '../storage/index.ts';

/** The content of an event where the audited values differ from the answer of the object's read operation. */
export interface ChangeDetails extends AuditChange {
  readonly object?: ChangeEvent['object'];
}

/** An audited change. `event` runs only if an endpoint subscribes to the type, so it may read from the database. */
export interface ReportedChange extends AuditChange {
  /** The type, if it differs from that of the outcome. */
  readonly type?: ChangeEventName;
  readonly event?: () => ChangeDetails | Promise<ChangeDetails>;
}

export interface ChangeMessage {
  readonly stream: string;
  readonly notificationId: string;
  readonly type: string;
  readonly payload: string;
}

/**
 * Sends events to the endpoints of a tenant, which the name of its audit log identifies. The outbox, a layer above,
 * implements it.
 */
export interface ChangePublisher {
  /** Returns the types and prefixes that endpoints of the tenant subscribe to. */
  readSubscriptions(tx: Tx, log: string): Promise<ReadonlySet<string>>;
  /** `about` is the endpoint that the events are about. It gets none of them. */
  publish(tx: Tx, log: string, messages: readonly ChangeMessage[], at: Date, about: string | undefined): Promise<void>;
}

/** Publishes nothing, for commands whose changes are rolled back or are no events. */
export const NO_SUBSCRIPTIONS: ChangePublisher = {
  readSubscriptions: async () => new Set(),
  publish: async () => {},
};

/** A row of the audit log with what its event adds to it. */
export interface AuditedChange {
  readonly bankId: string;
  readonly entry: AuditEntry;
  readonly actor: ChangeEvent['actor'];
  readonly type: ChangeEventName;
  readonly event: ReportedChange['event'];
}

export function covers(subscriptions: ReadonlySet<string>, type: string): boolean {
  return subscriptions.has(type) || subscriptions.has(prefixOf(type) ?? '');
}

/** Writes the event of a change. `mask` masks card numbers, as in the audit log. */
const KINDS: Readonly<Record<string, string>> = { 'webhook-endpoint': 'endpoint', 'merchant-list': 'list' };

/** Writes the event of a change. `mask` masks card numbers, as in the audit log. */
export async function encodeChange(
  { bankId: log, entry, actor, type, event }: AuditedChange,
  auditId: bigint,
  at: Date,
  mask: (facts: AuditFacts | null) => AuditFacts | null,
): Promise<ChangeEvent> {
  const details = event === undefined ? undefined : await event();
  const { before, after } = changedMembers(details ?? entry.change ?? { before: null, after: null });
  const reason = entry.details?.reason;
  const [acquirer] = /(?<=^acquirer:).*/s.exec(log) ?? [];
  return {
    id: randomUUID(),
    type,
    occurred_at: at.toISOString(),
    ...(acquirer === undefined ? { bank: log } : { acquirer }),
    object: details?.object ?? objectOf(entry),
    actor,
    ...(typeof reason === 'string' && { reason }),
    before: mask(before),
    after: mask(after),
    audit_id: String(auditId),
  };
}

/** The message of an event. The changes of an object are one stream, apart from the object's other events. */
export function messageOf(event: ChangeEvent): ChangeMessage {
  const { id, type, object } = event;
  const { kind, id: objectId } = object.parent ?? object;
  // These streams sort after all others, so a transaction that wrote other events before still locks in the order of
  // the names.
  const stream = type.startsWith('message.') ? `update:message:${id}` : `update:${kind}:${objectId}`;
  return { stream, notificationId: id, type, payload: writeJson(event as unknown as JsonObject) };
}

function changedMembers(change: AuditChange): AuditChange {
  return change.before === null || change.after === null ? change : changeOf(change.before, change.after);
}

function objectOf({ subject, details, change }: AuditEntry): ChangeEvent['object'] {
  const [kind = subject] = subject.split(':', 1);
  const id = subject.slice(kind.length + 1);
  const version = [change?.after?.version, details?.version].find((value) => typeof value === 'number') as
    | number
    | undefined;
  return { kind: KINDS[kind] ?? kind, id: id === '' ? kind : id, version: version ?? null };
}
