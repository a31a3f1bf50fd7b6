import { link, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createFolderDurably, placeDurably, readIfThere } from '../../kernel/durable-file.ts';
import { sha256Of } from './feed-batch.ts';

/** The group of the server's account may read the files, so that a loader does not need the server's permissions. */
const FILE_MODE = 0o640;
const FOLDER_MODE = 0o750;
const MARKER = 'feed.json';

/**
 * Checks that the folder belongs to the feed, and marks a new one. A missing marker means that a disk is not mounted,
 * or that the folder was emptied: files would be written where no loader reads them.
 */
export async function openFeedFolder(
  folder: string,
  { bankId, feedId, isNew }: { readonly bankId: string; readonly feedId: string; readonly isNew: boolean },
): Promise<void> {
  const marker = `${JSON.stringify({ bank: bankId, feed: feedId })}\n`;
  const path = join(folder, MARKER);
  const found = await readIfThere(path);
  if (found?.toString() === marker) return;
  if (found !== undefined) throw new Error(`${path} is that of another feed: give each feed a folder of its own`);
  if (!isNew)
    throw new Error(`${path} is missing: mount the folder of the feed, or restore this file: ${marker.trim()}`);
  await createFolderDurably(folder, FOLDER_MODE);
  await placeDurably(path, marker, link, FILE_MODE);
}

/** Writes a file atomically and durably. Files of an interrupted attempt are removed. */
export async function placeFeedFile(path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  await createFolderDurably(folder, FOLDER_MODE);
  for (const entry of await readdir(folder)) {
    if (entry.startsWith(`${basename(path)}.`)) await rm(join(folder, entry), { force: true });
  }
  await placeDurably(path, content, undefined, FILE_MODE);
}

/**
 * Returns whether the manifest exists. Throws if it has other content, which lists events that the database no longer
 * has: the files of this sequence would replace others that readers have loaded.
 */
export async function isPublished(path: string, content: string): Promise<boolean> {
  const found = await readIfThere(path);
  if (found === undefined || found.toString() === content) return found !== undefined;
  throw new Error(`${path} lists other files: the database is older than the folder; give the feed a new folder`);
}

/** Returns the SHA-256 of a file; undefined if it does not exist. */
export async function hashOfFile(path: string): Promise<string | undefined> {
  const content = await readIfThere(path);
  return content && sha256Of(content);
}
