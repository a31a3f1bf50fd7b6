import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Called between the steps, so that a test can end the process there. */
export type AtStep = (step: string) => void | Promise<void>;

const TEMPORARY = /^\.(.+)\.[0-9a-f-]{36}\.tmp$/;

/**
 * Writes a file that is there whole or not at all, also after a crash of the machine: under a temporary name, synced,
 * renamed, the folder synced. Nobody but the server's account may read it.
 */
export async function writeDurably(folder: string, name: string, content: Buffer, atStep: AtStep): Promise<void> {
  const temporary = join(folder, `.${name}.${randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await atStep('temporary file written');
    await file.sync();
  } finally {
    await file.close();
  }
  await atStep('temporary file synced');
  await rename(temporary, join(folder, name));
  await atStep('renamed');
  await syncFolder(folder);
  await atStep('folder synced');
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** What a process left behind that died before it renamed. Only for who holds the lock of what the names begin with. */
export async function removeLeftOvers(folder: string, prefix: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (TEMPORARY.exec(entry)?.[1]?.startsWith(prefix)) await rm(join(folder, entry), { force: true });
  }
}

/** The file's bytes; undefined where there is none. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
