import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 20;
/** A lock older than this belongs to a killed command, because a holder only reads and writes a small file. */
const LEFT_AFTER_MS = 5_000;

/** Runs the work while no other process holds the same lock. The lock is a file that exists during the work. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await acquire(path))) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > LEFT_AFTER_MS) await rm(path, { force: true });
    else await delay(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquire(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
