import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What a running server writes about itself into its data directory: one fact on each line. */
export interface PostmasterFile {
  readonly pid: number;
  readonly isReady: boolean;
}

const PID_LINE = 0;
const STATUS_LINE = 7;

function fileIn(dataPath: string): string {
  return join(dataPath, 'postmaster.pid');
}

export function readPostmasterFile(dataPath: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(fileIn(dataPath), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // A standalone backend writes its number as a negative one.
  const pid = Math.abs(Number.parseInt(lines[PID_LINE] ?? '', 10)) || 0;
  return { pid, isReady: lines[STATUS_LINE]?.trim() === 'ready' };
}

/**
 * After a crash the file may name a process number that now belongs to something else, and PostgreSQL would refuse to
 * start because that process lives. Deleting the file would also delete the shared memory key in it, which is how
 * PostgreSQL notices that children of the dead server still write. So only the number is replaced, by our own:
 * PostgreSQL never takes its parent for a rival.
 */
export function disarmPostmasterFile(dataPath: string): void {
  const file = fileIn(dataPath);
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  // Not through a link: this folder belongs to another account, and we may be root.
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  writeSync(descriptor, [String(process.pid), ...rest].join('\n'));
  closeSync(descriptor);
}

/** Whether this process is, beyond doubt, the server of this data directory. Nothing else is ever signalled. */
export function isPostmasterOf(pid: number, dataPath: string): boolean {
  if (pid <= 0 || pid === process.pid) return false;
  return process.platform === 'linux' ? isPostmasterOnLinux(pid, dataPath) : isPostmasterByPs(pid, dataPath);
}

/** The server's children overwrite their command line ("postgres: checkpointer"), so they do not pass for it. */
function isPostmasterOnLinux(pid: number, dataPath: string): boolean {
  let argv: string[];
  try {
    argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return false;
  }
  if (basename(argv[0] ?? '') !== 'postgres') return false;
  if (argv[1] === '-D' && argv[2] === dataPath) return true;
  // The folder may have been renamed since the server was started; it runs inside of it.
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dataPath;
  } catch {
    return false;
  }
}

function isPostmasterByPs(pid: number, dataPath: string): boolean {
  const { stdout } = spawnSync('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return `${stdout ?? ''} `.includes(`/postgres -D ${dataPath} `);
}
