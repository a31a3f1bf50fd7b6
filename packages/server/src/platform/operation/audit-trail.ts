import { type AuditChange, type AuditEntry, type AuditFacts, auditWrite, writeAudits } from '../audit/index.ts';
import type { Tx } from '../storage/index.ts';

/** Actor and request, which are the same in each row. */
type ActingAs = Pick<AuditEntry, 'actor' | 'operation' | 'requestId' | 'fromAddress'>;

/** Collects the audit rows of an operation until its transaction is about to be committed. */
export interface AuditTrail {
  /** Adds a row. Card numbers in its facts are masked, as they contain values that callers sent. */
  add(by: ActingAs, log: string, subject: string, outcome: string, details?: AuditFacts, change?: AuditChange): void;
  /** The change of the last row that has one, masked. */
  lastChange(): AuditChange | undefined;
  /**
   * Writes the rows to the audit log in the order in which they were added, as the last statement of a transaction. A
   * single row is returned, to be sent with the commit.
   */
  writeLast(tx: Tx, at: Date): Promise<ReturnType<typeof auditWrite> | undefined>;
}

export function createAuditTrail(maskCardNumbers: (text: string) => string): AuditTrail {
  const entries: { bankId: string; entry: AuditEntry }[] = [];
  const hide = (facts: AuditFacts | null) => (facts === null ? null : withTextsHidden(facts, maskCardNumbers));
  return {
    add({ actor, operation, requestId, fromAddress }, log, subject, outcome, details, change) {
      const entry = { actor, operation, subject, outcome, requestId, fromAddress };
      const changed = change && { before: hide(change.before), after: hide(change.after) };
      const maskedDetails = details && withTextsHidden(details, maskCardNumbers);
      entries.push({ bankId: log, entry: { ...entry, details: maskedDetails, change: changed } });
    },
    lastChange: () => entries.findLast(({ entry }) => entry.change !== undefined)?.entry.change,
    async writeLast(tx, at) {
      const [only] = entries;
      if (entries.length === 1 && only !== undefined) return auditWrite(only.bankId, at, only.entry);
      await writeAudits(tx, at, entries);
      return undefined;
    },
  };
}

function withTextsHidden(facts: AuditFacts, maskCardNumbers: (text: string) => string): AuditFacts {
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return maskCardNumbers(value);
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hide(member)]));
  };
  return hide(facts) as AuditFacts;
}
