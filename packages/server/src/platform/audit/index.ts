export { readAnchors } from './anchors/anchor-file.ts';
export { createHeadAnchors, type HeadAnchorsDeps } from './anchors/head-anchors.ts';
export { findOverdueAnchors } from './anchors/overdue-anchors.ts';
export type { ExpectedHead } from './anchors/pending-heads.ts';
export { openStoredAnchors, writeAnchor } from './anchors/stored-anchors.ts';
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
export { proveLog } from './prove-log.ts';
export { proveRow } from './prove-row.ts';
export { createSealer, type Sealer, TREE_SUBJECT } from './seal-audit.ts';
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
