import { link, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { placeDurably, replaceDurably } from '../kernel/durable-file.ts';
import type { KeyFileContent } from './read-key-file.ts';

/** Makes the file with a key of each kind. If it exists, leaves it unchanged and returns false. */
export async function writeNewKeyFile(path: string, make: () => Buffer): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  const content = { master: { 1: make().toString('base64') }, lookup: { 1: make().toString('base64') } };
  try {
    // link fails if the file exists, but rename would replace it
    await placeDurably(path, serialize(content), link);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Replaces the file atomically: after a crash it is either the old or the new one. It is on disk before anything is
 * written under the new key.
 */
export async function replaceKeyFile(path: string, keys: KeyFileContent): Promise<void> {
  await replaceDurably(path, serialize(keys));
}

function serialize(keys: KeyFileContent): string {
  return `${JSON.stringify(keys, undefined, 2)}\n`;
}
