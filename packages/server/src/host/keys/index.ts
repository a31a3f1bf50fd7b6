export { beginRotation, type KeyDeps } from './begin-rotation.ts';
export { destroyUnusedContentKeys } from './destroy-content-keys.ts';
export { removeRetiredKeys } from './finish-rotation.ts';
export { readLiveHolders } from './holder-store.ts';
export { type KeyKeeper, startKeyKeeper } from './key-keeper.ts';
export { type KeyStatus, readKeyStatus } from './key-status.ts';
export { type Rotation, readRotations } from './rotation-store.ts';
export { stopRotations } from './stop-rotation.ts';
export { workOff } from './work-off.ts';
