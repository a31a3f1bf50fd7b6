export { auditKeys, beginRotation, type KeyActor, type KeyDeps } from './begin-rotation.ts';
export { removeRetiredKeys } from './finish-rotation.ts';
export { type KeyHolder, readLiveHolders } from './holder-store.ts';
export { type KeyKeeper, startKeyKeeper } from './key-keeper.ts';
export { type KeyStatus, readKeyStatus } from './key-status.ts';
export { ROTATION_KINDS, type Rotation, type RotationKind, readRotations } from './rotation-store.ts';
export { stopRotations } from './stop-rotation.ts';
export { type WorkOptions, workOff } from './work-off.ts';
