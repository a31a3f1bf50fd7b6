import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './options.ts';
import { disarmPostmasterFile, isPostmasterOf, readPostmasterFile } from './postmaster-file.ts';

const POLL_MS = 20;

/** Gentlest first. Only the last leaves children of the server behind, and they end by themselves soon after. */
const STEPS = [
  { signal: 'SIGINT', waitMs: 5_000 },
  { signal: 'SIGQUIT', waitMs: 8_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const;

/**
 * Makes the data directory ready for a new server: ends one that an earlier process left running, and takes the sting
 * out of the file that a dead one left lying. Only the owner of the place may call it.
 */
export async function clearTheWay(dataPath: string, log: Log): Promise<void> {
  const found = readPostmasterFile(dataPath);
  if (!found) return;
  if (isPostmasterOf(found.pid, dataPath)) {
    log({
      level: 'warn',
      message: 'taking over from a database server that was left running',
      detail: { pid: found.pid },
    });
    await endPostmaster(found.pid, dataPath);
  }
  if (readPostmasterFile(dataPath)) disarmPostmasterFile(dataPath);
}

async function endPostmaster(pid: number, dataPath: string): Promise<void> {
  for (const { signal, waitMs } of STEPS) {
    const deadline = Date.now() + waitMs;
    // Asked anew each time, so that a number that was given to another process in between is never hit.
    if (isPostmasterOf(pid, dataPath)) process.kill(pid, signal);
    while (Date.now() < deadline) {
      if (!isPostmasterOf(pid, dataPath)) return;
      await delay(POLL_MS);
    }
  }
  throw new Error(
    `The database server that was left running on ${dataPath} (pid ${pid}) does not end. Stop it by hand.`,
  );
}
