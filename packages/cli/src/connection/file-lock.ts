import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 20;
/** Whoever holds it reads and writes a small file: one that is older was left by a command that was killed. */
const LEFT_AFTER_MS = 5_000;

/** Does the work while no other process that asks for the same lock does its own. The lock is a file that is there meanwhile. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await taken(path))) {
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

async function taken(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
