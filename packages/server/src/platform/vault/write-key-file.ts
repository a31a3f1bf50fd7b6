import { chmod, chown, link, mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { placeDurably, syncDirectory, writeSibling } from '../kernel/durable-file.ts';
import type { KeyFileContent } from './read-key-file.ts';

/** Makes the file with a key of each kind. Returns false, and leaves the file as it is, where there is one. */
export async function writeNewKeyFile(path: string, make: () => Buffer): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  const content = { master: { 1: make().toString('base64') }, lookup: { 1: make().toString('base64') } };
  try {
    // link fails if the file exists, where rename would replace it
    await placeDurably(path, serialize(content), link);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Atomic: after a crash the file is either the old or the new one. */
export async function replaceKeyFile(path: string, keys: KeyFileContent): Promise<void> {
  // resolves links: secrets are often mounted as links, and the target must be replaced
  const target = await realpath(path);
  const { uid, gid, mode } = await stat(target);
  const temporary = await writeSibling(target, serialize(keys));
  try {
    // the server may run as another user than the command
    await chown(temporary, uid, gid);
    await chmod(temporary, mode & 0o777);
    await rename(temporary, target);
    // the name is on disk, too, before anything is written under the new key
    await syncDirectory(dirname(target));
  } finally {
    await rm(temporary, { force: true });
  }
}

function serialize(keys: KeyFileContent): string {
  return `${JSON.stringify(keys, undefined, 2)}\n`;
}
