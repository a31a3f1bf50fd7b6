import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type JsonObject, writeCanonicalJson } from '@cardwright/contract';
import type { SealKeys } from './chain.ts';

const DOMAIN = 'log-signature';
/** The header of an Ed25519 private key in PKCS #8 (RFC 8410), before the 32 bytes of its seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Signs the canonical form of an object. Unlike the MAC of a seal, the signature can be verified by outsiders with the
 * public key. The private key is derived from the newest data key of the vault, and is in no database.
 */
export function signObject(keys: SealKeys, content: JsonObject): string {
  return sign(null, Buffer.from(writeCanonicalJson(content)), privateKeyOf(keys)).toString('hex');
}

/** The Ed25519 public key that verifies the signatures: 32 bytes in hexadecimal digits. */
export function publicKeyOf(keys: SealKeys): string {
  const key = createPublicKey(privateKeyOf(keys)).export({ format: 'der', type: 'spki' });
  return key.subarray(-32).toString('hex');
}

function privateKeyOf(keys: SealKeys): KeyObject {
  const seed = keys.mac(DOMAIN, Buffer.from('ed25519')).mac.subarray(0, 32);
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}
