import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The contents that a running server writes to postmaster.pid, one fact per line. */
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
  // A standalone backend writes its process id as a negative number.
  const pid = Math.abs(Number.parseInt(lines[PID_LINE] ?? '', 10)) || 0;
  return { pid, isReady: lines[STATUS_LINE]?.trim() === 'ready' };
}

/**
 * Replaces the process id in postmaster.pid with our own. After a crash, the file may contain a process id that now
 * belongs to another program, and PostgreSQL refuses to start because that process is alive. Deleting the file would
 * also delete its shared memory key, by which PostgreSQL notices that children of the dead server still write.
 * PostgreSQL never treats its parent process as a rival.
 */
export function disarmPostmasterFile(dataPath: string): void {
  const file = fileIn(dataPath);
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  // Never opens the file through a link, because this folder belongs to another account, and this process may be root.
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  writeSync(descriptor, [String(process.pid), ...rest].join('\n'));
  closeSync(descriptor);
}

/** Returns whether this process is certainly the server of this data directory. No other process is ever signaled. */
export function isPostmasterOf(pid: number, dataPath: string): boolean {
  if (pid <= 0 || pid === process.pid) return false;
  return process.platform === 'linux' ? isPostmasterOnLinux(pid, dataPath) : isPostmasterByPs(pid, dataPath);
}

/**
 * Checks the command line. The server's children overwrite theirs ("postgres: checkpointer"), so they are not mistaken
 * for the server.
 */
function isPostmasterOnLinux(pid: number, dataPath: string): boolean {
  let argv: string[];
  try {
    argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return false;
  }
  if (basename(argv[0] ?? '') !== 'postgres') return false;
  if (argv[1] === '-D' && argv[2] === dataPath) return true;
  // The folder may have been renamed after the server started, but the server's working directory follows it.
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
