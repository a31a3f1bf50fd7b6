import { ReadableStream } from 'node:stream/web';
import { setImmediate } from 'node:timers/promises';
import type { Key } from 'openpgp';

/** The public key of a card bureau. */
export interface BureauKey {
  /** Hexadecimal, in capitals. */
  readonly fingerprint: string;
  /** Returns a binary OpenPGP message. Encrypting the same content twice gives different bytes. */
  encrypt(content: Buffer): Promise<Buffer>;
}

/** Throws an Error that names the problem of the key: no key, a private one, expired, not for encryption. */
export async function openBureauKey(armored: string): Promise<BureauKey> {
  // the library is large, so it is loaded only when a bureau's key is used
  const { createMessage, encrypt } = await import('openpgp');
  const key = await readPublicKey(armored);
  return {
    fingerprint: key.getFingerprint().toUpperCase(),
    async encrypt(content) {
      const message = await createMessage({ binary: inPieces(content) });
      const encrypted = await encrypt({ message, encryptionKeys: key, format: 'binary' });
      const pieces: Uint8Array[] = [];
      for await (const piece of encrypted) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}

const PIECE = 65_536;

/** Splits the content into chunks, because encrypting a large file in one piece would block the event loop. */
function inPieces(content: Buffer): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await setImmediate();
      if (at >= content.length) return controller.close();
      controller.enqueue(new Uint8Array(content.subarray(at, at + PIECE)));
      at += PIECE;
    },
  });
}

/** Returns the problem of the key, or undefined if it can be used to encrypt. */
export async function bureauKeyProblem(armored: string): Promise<string | undefined> {
  try {
    await readPublicKey(armored);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function readPublicKey(armored: string): Promise<Key> {
  const { readKeys } = await import('openpgp');
  const keys = await readKeys({ armoredKeys: armored }).catch(() => []);
  const [key, another] = keys;
  if (key === undefined) throw new Error('is not an armored OpenPGP public key');
  if (another !== undefined) throw new Error('holds more than one OpenPGP key');
  if (key.isPrivate()) throw new Error('is a private key: only the bureau may have it');
  const expires = await key.getExpirationTime();
  if (expires !== null && expires !== Number.POSITIVE_INFINITY && new Date(expires) <= new Date()) {
    throw new Error(`expired on ${new Date(expires).toISOString().slice(0, 10)}`);
  }
  // the library's message names the unsuitable key or subkey
  await key.getEncryptionKey().catch((error: Error) => {
    throw new Error(`cannot be used to encrypt: ${error.message}`);
  });
  return key;
}
