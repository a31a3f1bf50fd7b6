// Computes digests of the files of a release, and signs them with the key of the release's maker.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../prepare.mjs';

export function digestOf(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns the digests of every file below a folder, in the format of `sha256sum`. */
export function checksums(folder) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  return files.map((file) => `${digestOf(readFileSync(path.join(folder, file)))}  ${file}\n`).join('');
}

/**
 * Returns the signature that `openssl pkeyutl -verify -rawin` checks: of the text itself with Ed25519, of its SHA-256
 * with RSA.
 */
export function signText(text, keyFile) {
  try {
    const key = createPrivateKey(readFileSync(keyFile));
    return sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', Buffer.from(text), key);
  } catch (error) {
    throw new Failure(`The key ${keyFile} cannot sign: ${error.message}`);
  }
}
