import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './options.ts';
import { disarmPostmasterFile, isPostmasterOf, readPostmasterFile } from './postmaster-file.ts';

const POLL_MS = 20;

/**
 * The least disruptive signal comes first. Only the last one leaves children of the server behind, which end soon
 * afterwards.
 */
const STEPS = [
  { signal: 'SIGINT', waitMs: 5_000 },
  { signal: 'SIGQUIT', waitMs: 8_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const;

/**
 * Prepares the data directory for a new server: stops one that an earlier process left running, and makes a stale
 * postmaster.pid harmless. Only the owner of the place may call it.
 */
export async function prepareDataDirectory(dataPath: string, log: Log): Promise<void> {
  const postmaster = readPostmasterFile(dataPath);
  if (!postmaster) return;
  if (isPostmasterOf(postmaster.pid, dataPath)) {
    log({
      level: 'warn',
      message: 'adopting a database server that was left running',
      detail: { pid: postmaster.pid },
    });
    await endPostmaster(postmaster.pid, dataPath);
  }
  if (readPostmasterFile(dataPath)) disarmPostmasterFile(dataPath);
}

async function endPostmaster(pid: number, dataPath: string): Promise<void> {
  for (const { signal, waitMs } of STEPS) {
    const deadline = Date.now() + waitMs;
    // Checks again each time, so that another process that meanwhile got the same id is never signaled.
    if (isPostmasterOf(pid, dataPath)) process.kill(pid, signal);
    while (Date.now() < deadline) {
      if (!isPostmasterOf(pid, dataPath)) return;
      await delay(POLL_MS);
    }
  }
  throw new Error(
    `The database server that was left running on ${dataPath} (pid ${pid}) does not stop. Stop it manually.`,
  );
}
