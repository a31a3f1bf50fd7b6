export { beginRotation, type KeyDeps } from './begin-rotation.ts';
export { destroyUnusedContentKeys } from './destroy-content-keys.ts';
export { drainRotation } from './drain-rotation.ts';
export { removeRetiredKeys } from './finish-rotation.ts';
export { readLiveHolders } from './holder-store.ts';
export { type KeyRefresh, startKeyRefresh } from './key-refresh.ts';
export { type KeyStatus, readKeyStatus } from './key-status.ts';
export { type Rotation, readRotations } from './rotation-store.ts';
export { stopRotations } from './stop-rotation.ts';
