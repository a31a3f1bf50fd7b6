import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes the future content of a file next to it, synced to disk and readable only by this account. Returns the path,
 * which the caller removes.
 */
export async function writeSibling(path: string, content: string): Promise<string> {
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'wx', 0o600);
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
export async function placeDurably(path: string, content: string, place: typeof rename = rename): Promise<void> {
  const temporary = await writeSibling(path, content);
  try {
    await place(temporary, path);
    await syncDirectory(dirname(path));
  } finally {
    await rm(temporary, { force: true });
  }
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
