/** What the package of commands may use of the server, and nothing else. */

export { type Deployment, openDeployment } from './assembly/deployment.ts';
export { migrateDeployment } from './assembly/migrate-deployment.ts';
export { embossDeps } from './assembly/open-embossing.ts';
export {
  type AuditFinding,
  type ExpectedHead,
  exportLog,
  listLogs,
  OPERATOR_LOG,
  openKeptAnchors,
  readAnchors,
  readAuditLogs,
  type Verified,
  verifyAnchors,
  verifyHeads,
  verifyKeptAnchors,
  verifyLog,
  writeAuditAlone,
} from './audit/index.ts';
export { rebuildStatistics } from './authorization/index.ts';
export { cardNumberHider } from './banks/index.ts';
export { explain } from './configuration/explain.ts';
export { anchorFolderOf } from './configuration/settings.ts';
export { type CheckResult, examineDeployment } from './doctor/index.ts';
export {
  type EmbossRequest,
  embossBank,
  type Remarks,
  readOverview,
  reprintRun,
  type WrittenFile,
} from './embossing/index.ts';
export { GIVE_NO_WAY } from './kernel/give-way.ts';
export {
  beginRotation,
  destroyUnusedContentKeys,
  type KeyDeps,
  type KeyStatus,
  type Rotation,
  readKeyStatus,
  readRotations,
  removeRetiredKeys,
  stopRotations,
  workOff,
} from './keys/index.ts';
export { distribute } from './storage/index.ts';
export { generateKeyFile } from './vault/index.ts';
