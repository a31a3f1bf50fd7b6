import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Signals the children of a killed server. They end by themselves, but one in a long computation notices the death of
 * the server only after it, and until then no new server can start. The children are identified with certainty: they
 * run inside the data directory with the process title that PostgreSQL sets. This works only on Linux; on other systems
 * the caller waits. Only the owner of a data directory whose server is known to be dead may call it.
 */
export function signalOrphans(dataPath: string, signal: 'SIGQUIT' | 'SIGKILL'): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || !isChildIn(dataPath, pid)) continue;
    try {
      process.kill(pid, signal);
    } catch {
      // The process has just ended.
    }
  }
}

function isChildIn(dataPath: string, pid: number): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === dataPath &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: ')
    );
  } catch {
    return false;
  }
}
