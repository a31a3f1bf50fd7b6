import type { ChangeEvent } from '@cardwright/contract';
import { type AuditChange, type AuditEntry, type AuditFacts, auditWrite, writeAudits } from '../audit/index.ts';
import type { Tx } from '../storage/index.ts';
import { changeEventType, isChangeEvent } from './change-event-names.ts';
import {
  type AuditedChange,
  type ChangePublisher,
  covers,
  encodeChange,
  messageOf,
  type ReportedChange,
} from './change-events.ts';

/** The actor and the request, which are the same in each row. */
type ActingAs = Pick<AuditEntry, 'actor' | 'operation' | 'requestId' | 'fromAddress'> & {
  /** The actor in the form of events. */
  readonly eventActor: ChangeEvent['actor'];
};

export interface TrailDeps {
  readonly maskCardNumbers: (text: string) => string;
  readonly changes: ChangePublisher;
}

/** Collects the audit rows of an operation until its transaction is about to be committed. */
export interface AuditTrail {
  /** Adds a row. Card numbers in its facts are masked, because the facts contain values that callers sent. */
  add(by: ActingAs, log: string, subject: string, outcome: string, details?: AuditFacts, change?: ReportedChange): void;
  /** The change of the last row that has one, masked. */
  lastChange(): AuditChange | undefined;
  /**
   * Writes the rows to the audit log in the order in which they were added, and the events of changes that endpoints
   * subscribe to, as the last statements of a transaction. Without events, a single row is returned instead, to be sent
   * with the commit.
   */
  writeLast(tx: Tx, at: Date): Promise<ReturnType<typeof auditWrite> | undefined>;
}

interface TrailEntry extends Omit<AuditedChange, 'type'> {
  readonly type: AuditedChange['type'] | undefined;
}

export function createAuditTrail({ maskCardNumbers, changes }: TrailDeps): AuditTrail {
  const entries: TrailEntry[] = [];
  const mask = (facts: AuditFacts | null) => (facts === null ? null : withMaskedTexts(facts, maskCardNumbers));
  return {
    add({ actor, operation, requestId, fromAddress, eventActor }, log, subject, outcome, details, change) {
      const type = change && (change.type ?? changeEventType(subject, outcome));
      const maskedChange = change && { before: mask(change.before), after: mask(change.after) };
      const maskedDetails = details && withMaskedTexts(details, maskCardNumbers);
      const entry = { actor, operation, subject, outcome, requestId, fromAddress, details: maskedDetails };
      entries.push({
        bankId: log,
        entry: { ...entry, change: maskedChange },
        actor: eventActor,
        type: isChangeEvent(type) ? type : undefined,
        event: change?.event,
      });
    },
    lastChange: () => entries.findLast(({ entry }) => entry.change !== undefined)?.entry.change,
    async writeLast(tx, at) {
      const [only, another] = entries;
      const [published, auditIds] = await Promise.all([
        findSubscribed(tx, changes, entries),
        another === undefined ? undefined : writeAudits(tx, at, entries),
      ]);
      if (published.size === 0 && auditIds === undefined) return only && auditWrite(only.bankId, at, only.entry);
      const ids = auditIds ?? (await writeAudits(tx, at, entries));
      await publishAll(tx, changes, { entries, auditIds: ids, published, at, mask });
      return undefined;
    },
  };
}

/** Returns the subscriptions of each log that has a change to report. Reads only if there is a change. */
async function findSubscribed(tx: Tx, changes: ChangePublisher, entries: readonly TrailEntry[]) {
  const published = new Map<string, ReadonlySet<string>>();
  for (const log of new Set(entries.flatMap(({ type, bankId }) => (type === undefined ? [] : [bankId])))) {
    const subscriptions = await changes.readSubscriptions(tx, log);
    const isReported = ({ bankId, type }: TrailEntry) =>
      bankId === log && type !== undefined && covers(subscriptions, type);
    if (entries.some(isReported)) published.set(log, subscriptions);
  }
  return published;
}

async function publishAll(
  tx: Tx,
  changes: ChangePublisher,
  {
    entries,
    auditIds,
    published,
    at,
    mask,
  }: {
    readonly entries: readonly TrailEntry[];
    readonly auditIds: readonly bigint[];
    readonly published: ReadonlyMap<string, ReadonlySet<string>>;
    readonly at: Date;
    readonly mask: (facts: AuditFacts | null) => AuditFacts | null;
  },
): Promise<void> {
  for (const [log, subscriptions] of published) {
    const messages = new Map<string | undefined, ReturnType<typeof messageOf>[]>();
    for (const [index, entry] of entries.entries()) {
      const { type } = entry;
      if (entry.bankId !== log || type === undefined || !covers(subscriptions, type)) continue;
      const event = await encodeChange({ ...entry, type }, auditIds[index]!, at, mask);
      const about = /(?<=^webhook-endpoint:).*/s.exec(entry.entry.subject)?.[0];
      messages.set(about, [...(messages.get(about) ?? []), messageOf(event)]);
    }
    for (const [about, ofOne] of messages) await changes.publish(tx, log, ofOne, at, about);
  }
}

function withMaskedTexts(facts: AuditFacts, maskCardNumbers: (text: string) => string): AuditFacts {
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskCardNumbers(value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mask(member)]));
  };
  return mask(facts) as AuditFacts;
}
