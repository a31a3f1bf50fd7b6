import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Writes the future content of a file next to it, synced to disk and by default readable only by this account. Returns the
 * path, which the caller removes.
 */
export async function writeSibling(path: string, content: string | Uint8Array, mode = 0o600): Promise<string> {
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/**
 * Writes a file atomically, and syncs its content and its name to disk before it returns: after a crash the file is the
 * old or the new one. `place` is `rename`, or `link`, which fails if the file exists.
 */
export async function placeDurably(
  path: string,
  content: string | Uint8Array,
  place: typeof rename = rename,
  mode?: number,
): Promise<void> {
  const temporary = await writeSibling(path, content, mode);
  try {
    await place(temporary, path);
    await syncDirectory(dirname(path));
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Replaces an existing file atomically, with its mode and its owner, because a server may run as another user than a
 * command. `check` gets the path of the new content. If it throws, the file stays as it is.
 */
export async function replaceDurably(
  path: string,
  content: string,
  check: (temporary: string) => Promise<unknown> = async () => {},
): Promise<void> {
  // resolves links: secrets are often mounted as links, and the target must be replaced
  const target = await realpath(path);
  const { uid, gid, mode } = await stat(target);
  const temporary = await writeSibling(target, content);
  try {
    await check(temporary);
    await chown(temporary, uid, gid);
    await chmod(temporary, mode & 0o777);
    await rename(temporary, target);
    await syncDirectory(dirname(target));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns the file's bytes; undefined if it does not exist. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates a folder and its missing parents, and syncs their names to disk. */
export async function createFolderDurably(folder: string, mode: number): Promise<void> {
  // mkdir returns an absolute path only for an absolute argument
  const whole = resolve(folder);
  const created = await mkdir(whole, { recursive: true, mode });
  if (created !== undefined) await syncParents(whole, dirname(created));
}

/** Syncs the parents of new folders, up to the first folder that existed before. */
async function syncParents(folder: string, topmost: string): Promise<void> {
  const parent = dirname(folder);
  await syncDirectory(parent);
  if (parent !== topmost) await syncParents(parent, topmost);
}

/** Syncs a folder to disk, because the names in it are only durable once it is. */
export async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
