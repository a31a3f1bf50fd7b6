export { readAnchors } from './anchor-file.ts';
export {
  type ActorRow,
  type AuditListRow,
  listAuditRows,
  readActors,
} from './audit-list-store.ts';
export { readAuditLogs } from './audit-reader.ts';
export type { SealKeys } from './chain.ts';
export { changeOf } from './change.ts';
export { createDenials, type Denials } from './denials.ts';
export { dropOldMonths } from './drop-old-months.ts';
export { exportLog, exportPage, openAuditExport } from './export-audit.ts';
export type { AuditFinding } from './finding.ts';
export { createHeadAnchors, type HeadAnchorsDeps } from './head-anchors.ts';
export { publicKeyOf, signObject } from './log-signature.ts';
export {
  completedNodes,
  consistencyPathOf,
  hashOfLeaf,
  nodeAt,
  nodesOf,
  pathOf,
  rootOf,
  type Subtree,
  subtreesOf,
} from './merkle-tree.ts';
export { findOverdueAnchors } from './overdue-anchors.ts';
export type { ExpectedHead } from './pending-heads.ts';
export { proveLog } from './prove-log.ts';
export { proveRow } from './prove-row.ts';
export { createSealer, type Sealer, TREE_SUBJECT } from './seal-audit.ts';
export { openStoredAnchors, writeAnchor } from './stored-anchors.ts';
export { countUnsealedRows } from './unsealed-store.ts';
export {
  type LogVerification,
  listLogs,
  verifyAnchors,
  verifyHeads,
  verifyLog,
  verifyStoredAnchors,
} from './verify-audit.ts';
export { verifyExportedLog } from './verify-export.ts';
export { readChainRangeOfRows } from './verify-store.ts';
export {
  type AuditChange,
  type AuditEntry,
  type AuditFacts,
  acquirerLog,
  auditWrite,
  OPERATOR_LOG,
  writeAudit,
  writeAuditOnly,
  writeAudits,
} from './write-audit.ts';
