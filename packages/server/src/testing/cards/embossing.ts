import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decrypt, generateKey, readMessage, readPrivateKey } from 'openpgp';

/** A card bureau with its key pair. */
export interface Bureau {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly fingerprint: string;
  /** Decrypts a file that only the bureau can read. */
  open(path: string): Promise<string>;
}

export async function makeBureau(more: { date?: Date; keyExpirationTime?: number } = {}): Promise<Bureau> {
  const { publicKey, privateKey } = await generateKey({
    userIDs: [{ name: 'Card Bureau', email: 'files@bureau.example' }],
    format: 'armored',
    ...more,
  });
  const key = await readPrivateKey({ armoredKey: privateKey });
  return {
    publicKey,
    privateKey,
    fingerprint: key.getFingerprint().toUpperCase(),
    open: async (path) => {
      const message = await readMessage({ binaryMessage: new Uint8Array(await readFile(path)) });
      const { data } = await decrypt({ message, decryptionKeys: key, format: 'binary' });
      return Buffer.from(data as Uint8Array).toString('ascii');
    },
  };
}

export function embossingFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'cardwright-embossing-'));
}

/** Returns the names of all files in a folder, including temporary ones, sorted. */
export async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).sort();
}

/** Returns the EXIDs in a file's content, by the columns of the layout. */
export function exidsOf(content: string): string[] {
  return content
    .split('\n')
    .filter((line) => line.startsWith('D'))
    .map((line) => line.slice(60, 80).trim());
}
