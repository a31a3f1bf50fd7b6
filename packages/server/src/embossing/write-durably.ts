import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Called between the steps, so that a test can end the process there. */
export type AtStep = (step: string) => void | Promise<void>;

const TEMPORARY = /^\.(.+)\.[0-9a-f-]{36}\.tmp$/;

/**
 * Writes a file that is there whole or not at all, also after a crash of the machine: under a temporary name, synced,
 * renamed, the folder synced. Nobody but the server's account may read it.
 */
export async function writeDurably(folder: string, name: string, content: Buffer, atStep: AtStep): Promise<void> {
  const temporary = join(folder, `.${name}.${randomUUID()}.tmp`);
  await inFolder(folder, async () => {
    try {
      await writeSynced(temporary, content, atStep);
      await rename(temporary, join(folder, name));
    } catch (error) {
      // what was written of it would keep a full disk full; what stopped us is what has to be told
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
 * Makes the folder where it is missing, and removes what a process left behind that died before it renamed. Only for who
 * holds the lock of what the names begin with.
 */
export async function prepareFolder(folder: string, prefix: string): Promise<void> {
  await inFolder(folder, async () => {
    // what is answered is as absolute as what was asked for
    const whole = resolve(folder);
    const made = await mkdir(whole, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncParents(whole, dirname(made));
    for (const entry of await readdir(folder)) {
      if (TEMPORARY.exec(entry)?.[1]?.startsWith(prefix)) await rm(join(folder, entry), { force: true });
    }
  });
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
  await inFolder(folder, () => sync(folder));
}

/** A folder that was just made is in the ones above it, up to the first that was there before. */
async function syncParents(folder: string, topmost: string): Promise<void> {
  const parent = dirname(folder);
  await sync(parent);
  if (parent !== topmost) await syncParents(parent, topmost);
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What is wrong with a folder is for the operator to mend, and nothing is lost until then. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(
      `embossing files cannot be written to ${folder} (${message}): mend that, or set CARDWRIGHT_EMBOSSING_DIR, and run again`,
      { cause: error },
    );
  }
}
