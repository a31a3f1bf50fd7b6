import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type JsonObject, writeCanonicalJson } from '@cardwright/contract';
import type { SealKeys } from './chain.ts';

const DOMAIN = 'log-signature';
/** The header of an Ed25519 private key in PKCS #8 (RFC 8410), before the 32 bytes of its seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Signs an object in its canonical form. Unlike the MAC of a seal, people outside can verify the signature with the public key. The
 * private key is derived from the newest data key of the vault, and is in no database.
 */
export function signObject(keys: SealKeys, content: JsonObject): string {
  return sign(null, Buffer.from(writeCanonicalJson(content)), privateKeyOf(keys)).toString('hex');
}

/** The 32 bytes of the Ed25519 key with which signatures are verified, in hexadecimal digits. */
export function publicKeyOf(keys: SealKeys): string {
  const key = createPublicKey(privateKeyOf(keys)).export({ format: 'der', type: 'spki' });
  return key.subarray(-32).toString('hex');
}

function privateKeyOf(keys: SealKeys): KeyObject {
  const seed = keys.mac(DOMAIN, Buffer.from('ed25519')).mac.subarray(0, 32);
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}
