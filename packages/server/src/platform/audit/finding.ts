/** The faults that verification can find in a log. */
const FINDING_KINDS = {
  CHANGED: 'a log row differs from what was sealed',
  REMOVED: 'rows are missing from the log or from the chain',
  MOVED: 'a row has another number than the one it was sealed under',
  INSERTED: 'a row in the log or in the chain was never sealed',
  FORGED: 'the chain, a seal or an anchor was made without the keys',
} as const;
type FindingKind = keyof typeof FINDING_KINDS;

export interface AuditFinding {
  readonly kind: FindingKind;
  readonly bankId: string;
  /** The number in the chain. */
  readonly chainNo?: bigint;
  readonly auditId?: bigint;
  readonly text: string;
}

export type Report = (finding: AuditFinding) => void;
