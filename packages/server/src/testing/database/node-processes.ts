import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { runsAsRoot, unprivilegedAccount } from '@cardwright/embedded-postgres';
import pg from 'pg';

/** Returns the account that runs programs of PostgreSQL, which refuse to run as root. */
export function nodeAccount(): { uid?: number; gid?: number } {
  if (!runsAsRoot()) return {};
  const { uid, gid } = unprivilegedAccount();
  return { uid, gid };
}

/** Sends a signal to all processes whose working directory is a folder. */
export function signalAll(folder: string, word: NodeJS.Signals): void {
  for (const pid of processesIn(folder)) {
    try {
      process.kill(pid, word);
    } catch {
      // the process has just ended
    }
  }
}

export async function killAll(folder: string): Promise<void> {
  while (processesIn(folder).length > 0) {
    signalAll(folder, 'SIGKILL');
    await delay(20);
  }
}

/** Runs one statement on its own connection. */
export async function sqlOf<Row extends object>(
  connection: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...connection });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Returns all processes of a folder. PostgreSQL and its children have their data folder as working directory. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && workingDirectory(pid)?.startsWith(folder) === true);
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
