/** The parts of the server that the package of commands may use, and no others. */

export { type Deployment, openDeployment } from './host/assembly/deployment.ts';
export { migrateDeployment } from './host/assembly/migrate-deployment.ts';
export { embossDeps } from './host/assembly/open-embossing.ts';
export { readConfiguration } from './host/configuration/configuration.ts';
export type { Configuration } from './host/configuration/configuration-schema.ts';
export {
  deploymentSectionOf,
  type SectionOwner,
  withDeploymentSection,
} from './host/configuration/deployment-sections.ts';
export { explain } from './host/configuration/explain.ts';
export { replaceConfiguration } from './host/configuration/replace-configuration.ts';
export { anchorFolderOf } from './host/configuration/settings.ts';
export { type CheckResult, examineDeployment } from './host/doctor/index.ts';
export {
  beginRotation,
  destroyUnusedContentKeys,
  drainRotation,
  type KeyDeps,
  type KeyStatus,
  type Rotation,
  readKeyStatus,
  readRotations,
  removeRetiredKeys,
  stopRotations,
} from './host/keys/index.ts';
export { rebuildStatistics, saltsOf } from './issuing/authorization/index.ts';
export { cardNumberMasker } from './issuing/banks/index.ts';
export {
  type EmbossRequest,
  embossBank,
  type RunRemarks,
  readOverview,
  reprintRun,
  type WrittenFile,
} from './issuing/embossing/index.ts';
export {
  type AuditFinding,
  type ExpectedHead,
  exportLog,
  type LogVerification,
  listLogs,
  OPERATOR_LOG,
  openStoredAnchors,
  readAnchors,
  readAuditLogs,
  verifyAnchors,
  verifyExportedLog,
  verifyHeads,
  verifyLog,
  verifyStoredAnchors,
  writeAuditOnly,
} from './platform/audit/index.ts';
export { NO_THROTTLE } from './platform/kernel/concurrency/background-throttle.ts';
export { NO_SUBSCRIPTIONS } from './platform/operation/index.ts';
export { createChangePublisher } from './platform/outbox/index.ts';
export { distribute } from './platform/storage/index.ts';
export { generateKeyFile } from './platform/vault/index.ts';
