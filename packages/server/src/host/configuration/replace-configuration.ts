import { chmod, chown, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory, writeSibling } from '../../platform/kernel/durable-file.ts';
import { readConfiguration } from './configuration.ts';
import type { Configuration } from './configuration-schema.ts';

/**
 * Replaces the configuration file of a server at once, with its mode and its owner. Throws one error that lists every problem,
 * and leaves the file as it is, if a server would not start with the new content.
 */
export async function replaceConfiguration(path: string, configuration: Configuration): Promise<void> {
  const target = await realpath(path);
  const { mode, uid, gid } = await stat(target);
  const temporary = await writeSibling(target, `${JSON.stringify(configuration, null, 2)}\n`);
  try {
    await readConfiguration(temporary);
    await chown(temporary, uid, gid);
    await chmod(temporary, mode & 0o777);
    await rename(temporary, target);
    await syncDirectory(dirname(target));
  } finally {
    await rm(temporary, { force: true });
  }
}
