export {
  type CardNumber,
  type MaskedNumber,
  readCardNumber,
  readVisibleDigits,
  type VisibleDigits,
} from './card-number.ts';
export { type RootKeys, readKeyFile, sandboxKeys } from './key-file.ts';
export { Pan } from './pan.ts';
export { SealingKey } from './seal.ts';
export { LOOKUP_VERSION, openVault, type SealedText, type Vault } from './vault.ts';
export { findByHash, findByMask, type WantedMask } from './vault-store.ts';
