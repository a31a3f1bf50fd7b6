import type { SpawnOptions } from 'node:child_process';
import type { Account } from './account.ts';

/**
 * Makes glibc retain some MiB of memory that a statement freed. Otherwise every small statement of a batch requests its
 * memory from the system, page by page, and returns it at its end, which takes a tenth of the database's processor
 * time.
 */
const SHARED_MEMORY = {
  MALLOC_TOP_PAD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '8388608',
  MALLOC_MMAP_THRESHOLD_: '4194304',
};

/**
 * The database gets a fixed environment, because variables like PGPORT would change its behavior, and secrets of the
 * gateway do not belong in a process of another account.
 */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...SHARED_MEMORY };

export function runningAs(account: Account | undefined, cwd: string): SpawnOptions & { cwd: string } {
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  return { ...identity, cwd, env: ENVIRONMENT };
}

export function explainSpawnFailure(error: NodeJS.ErrnoException, program: string): string {
  if (error.code === 'ENOENT') {
    return `${program} cannot run on this system: its programs need glibc (not Alpine's musl). Set DATABASE_URL instead.`;
  }
  if (error.code === 'EPERM' || error.code === 'EINVAL') {
    return (
      `${program} cannot be started under another account (${error.code}): root has no permission to change the account here. ` +
      'Start Cardwright as an ordinary user, or set DATABASE_URL.'
    );
  }
  return `${program} cannot be started: ${error.message}`;
}
