export {
  type AuditChange,
  type AuditEntry,
  type AuditFacts,
  acquirerLog,
  OPERATOR_LOG,
  writeAudit,
  writeAudits,
} from './audit.ts';
export { readAuditLogs } from './audit-reader.ts';
export type { SealKeys } from './chain.ts';
export { changeOf } from './change.ts';
export { createDenials, type Denials } from './denials.ts';
export { type ExportRange, exportLog } from './export-audit.ts';
export { type AuditFinding, FINDING_KINDS, type FindingKind } from './finding.ts';
export { dropOldMonths } from './retention.ts';
export { createSealer, type Sealer } from './seal-audit.ts';
export { type ExpectedHead, listLogs, type Verified, verifyHeads, verifyLog } from './verify-audit.ts';
