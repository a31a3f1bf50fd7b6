import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The children of a server that was killed end by themselves, but one in a long computation only notices when that is
 * over, and until then no new server starts. They are told apart without doubt: they run inside of the data directory,
 * under the title that PostgreSQL gives them. Elsewhere than on Linux there is no such certainty, and we wait.
 *
 * Only for the owner of a data directory whose server is known to be dead.
 */
export function signalLeftOverChildren(dataPath: string, signal: 'SIGQUIT' | 'SIGKILL'): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || !isChildIn(dataPath, pid)) continue;
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended in this moment.
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
