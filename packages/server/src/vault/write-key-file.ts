import { randomUUID } from 'node:crypto';
import { chmod, chown, link, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { WrittenKeys } from './read-key-file.ts';

/** Makes the file with a key of each kind. Returns false, and leaves the file as it is, where there is one. */
export async function writeNewKeyFile(path: string, make: () => Buffer): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  const made = { master: { 1: make().toString('base64') }, lookup: { 1: make().toString('base64') } };
  const temporary = await writeBeside(path, made);
  try {
    // link fails if the file exists, where rename would replace it
    await link(temporary, path);
    await syncFolder(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Atomic: after a crash the file is either the old or the new one. */
export async function replaceKeyFile(path: string, keys: WrittenKeys): Promise<void> {
  // resolves links: secrets are often mounted as links, and the target must be replaced
  const target = await realpath(path);
  const { uid, gid, mode } = await stat(target);
  const temporary = await writeBeside(target, keys);
  try {
    // the server may run as another user than the command
    await chown(temporary, uid, gid);
    await chmod(temporary, mode & 0o777);
    await rename(temporary, target);
    await syncFolder(target);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeBeside(path: string, keys: WrittenKeys): Promise<string> {
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(keys, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/** Makes the file's name durable too, before anything is written under the new key. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
