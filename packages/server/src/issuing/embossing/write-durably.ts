import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderDurably, syncDirectory } from '../../platform/kernel/durable-file.ts';

/** Called between the steps, so that a test can end the process there. */
export type AtStep = (step: string) => void | Promise<void>;

const TEMPORARY = /^\.(.+)\.[0-9a-f-]{36}\.tmp$/;

/**
 * Writes a file atomically, even if the machine crashes: under a temporary name, synced, renamed, the folder synced.
 * Only the server's account can read the file.
 */
export async function writeDurably(folder: string, name: string, content: Buffer, atStep: AtStep): Promise<void> {
  const temporary = join(folder, `.${name}.${randomUUID()}.tmp`);
  await inFolder(folder, async () => {
    try {
      await writeSynced(temporary, content, atStep);
      await rename(temporary, join(folder, name));
    } catch (error) {
      // a partial file would keep a full disk full; the original error is the one to report
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
  });
  await atStep('renamed');
  await syncFolder(folder);
  await atStep('folder synced');
}

async function writeSynced(path: string, content: Buffer, atStep: AtStep): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await atStep('temporary file written');
    await file.sync();
  } finally {
    await file.close();
  }
  await atStep('temporary file synced');
}

/**
 * Creates the folder if it is missing, and removes temporary files of a process that died before renaming. The caller
 * holds the lock of the files with this prefix.
 */
export async function prepareFolder(folder: string, prefix: string): Promise<void> {
  await inFolder(folder, async () => {
    await createFolderDurably(folder, 0o700);
    for (const entry of await readdir(folder)) {
      if (TEMPORARY.exec(entry)?.[1]?.startsWith(prefix)) await rm(join(folder, entry), { force: true });
    }
  });
}

export async function syncFolder(folder: string): Promise<void> {
  await inFolder(folder, () => syncDirectory(folder));
}

/** Adds the folder and the remedy to an error, for the operator. No data is lost until the error is solved. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(
      `cannot write embossing files to ${folder} (${message}): correct that, or set CARDWRIGHT_EMBOSSING_DIR, and run again`,
      { cause: error },
    );
  }
}
