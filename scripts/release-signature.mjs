// Digests of the files of a release, and their signature with a key of whoever made it.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './prepare.mjs';

export function digestOf(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** As `sha256sum` writes and checks them, of every file below a folder. */
export function checksums(folder) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  return files.map((file) => `${digestOf(readFileSync(path.join(folder, file)))}  ${file}\n`).join('');
}

/** What `openssl pkeyutl -verify -rawin` checks: of Ed25519 the text itself, of RSA its SHA-256. */
export function signed(text, keyFile) {
  try {
    const key = createPrivateKey(readFileSync(keyFile));
    return sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', Buffer.from(text), key);
  } catch (error) {
    throw new Failure(`The key ${keyFile} cannot sign: ${error.message}`);
  }
}
