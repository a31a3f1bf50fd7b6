export { readAuditLogs } from './audit-reader.ts';
export type { SealKeys } from './chain.ts';
export { changeOf } from './change.ts';
export { createDenials, type Denials } from './denials.ts';
export { dropOldMonths } from './drop-old-months.ts';
export { type ExportRange, exportLog } from './export-audit.ts';
export { type AuditFinding, FINDING_KINDS, type FindingKind } from './finding.ts';
export { createSealer, type Sealer } from './seal-audit.ts';
export { type ExpectedHead, listLogs, type Verified, verifyHeads, verifyLog } from './verify-audit.ts';
export {
  type AuditChange,
  type AuditEntry,
  type AuditFacts,
  acquirerLog,
  OPERATOR_LOG,
  writeAudit,
  writeAudits,
} from './write-audit.ts';
