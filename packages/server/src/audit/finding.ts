/** What verification may find wrong with a log. */
export const FINDING_KINDS = {
  CHANGED: 'a row of the log does not say any more what was sealed',
  REMOVED: 'rows are gone from the log or from the chain',
  MOVED: 'a row stands under another number than it was sealed under',
  INSERTED: 'a row stands in the log, or in the chain, that was never sealed',
  FORGED: 'the chain, a seal or an anchor was made by somebody without the keys',
} as const;
export type FindingKind = keyof typeof FINDING_KINDS;

export interface AuditFinding {
  readonly kind: FindingKind;
  readonly bankId: string;
  /** Number in the chain. */
  readonly chainNo?: bigint;
  readonly auditId?: bigint;
  readonly text: string;
}

export type Report = (finding: AuditFinding) => void;
