import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes what a file will hold beside it, on disk, for this account alone. Returns the path, which the caller removes. */
export async function writeBeside(path: string, content: string): Promise<string> {
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
 * Atomic, and on disk with its name before it returns: after a crash the file is the old or the new one. `place` is
 * `rename`, or `link`, which fails where there is a file already.
 */
export async function placeDurably(path: string, content: string, place: typeof rename = rename): Promise<void> {
  const temporary = await writeBeside(path, content);
  try {
    await place(temporary, path);
    await syncDirectory(dirname(path));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Names in a folder are on disk only when the folder itself is. */
export async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
