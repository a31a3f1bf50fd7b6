export { type CardNumber, type MaskedNumber, readCardNumber, readVisibleDigits } from './card-number.ts';
export type { ContentHash, Contents } from './content-hash.ts';
export {
  activateContentKey,
  destroyContentKey,
  insertContentKey,
  readReplacedContentKeys,
  rewrapContentKey,
} from './content-key-store.ts';
export type { LookupMark } from './find-by-number.ts';
export { addRootKey, generateKeyFile, removeRootKeys, sandboxKeyFile, sandboxKeys } from './key-file.ts';
export { contentKeyContext, dataKeyContext, markOf, numberContext, textContext } from './key-marks.ts';
export { KeyMissing } from './key-ring.ts';
export { type KeySnapshot, versionsOf } from './key-snapshot.ts';
export {
  insertDataKey,
  insertRootKey,
  type KeyRow,
  type KeyState,
  lockKeys,
  readKeys,
  rewrapDataKey,
  setDataKeyState,
  setRootKeyState,
} from './key-store.ts';
export { moveExpiry } from './number-store.ts';
export { openVault } from './open-vault.ts';
export { Pan, type RandomDigits } from './pan.ts';
export { judgeKeyFile, type RootKeyKind, type RootKeys, readKeyFile } from './read-key-file.ts';
export { HashingKey, SealingKey } from './seal.ts';
export type { SealedText, Vault, VaultOptions } from './vault.ts';
export { findByMask } from './vault-store.ts';
