import { closeSync, constants, fchownSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';

const LARGEST_BYTES = 10 * 1024 * 1024;
const QUOTED_BYTES = 8 * 1024;
const QUOTED_LINES = 12;

/**
 * The log of PostgreSQL. This process opens the file and passes it to the server, so that the log also has the first
 * lines of a failing start.
 */
export interface ServerLog {
  readonly descriptor: number;
  /** Returns the last lines since the log was opened. */
  lastLines(): string;
  close(): void;
}

export function openServerLog(dataPath: string, account: Account | undefined): ServerLog {
  // Never opens the file through a link, because this folder belongs to another account, and this process may be root.
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;
  const descriptor = openSync(join(dataPath, 'postgres.log'), flags, 0o600);
  if (fstatSync(descriptor).size > LARGEST_BYTES) ftruncateSync(descriptor);
  if (account) fchownSync(descriptor, account.uid, account.gid);
  const start = fstatSync(descriptor).size;
  return {
    descriptor,
    lastLines() {
      const end = fstatSync(descriptor).size;
      const from = Math.max(start, end - QUOTED_BYTES);
      const buffer = Buffer.alloc(Math.max(0, end - from));
      const length = readSync(descriptor, buffer, 0, buffer.length, from);
      return buffer.toString('utf8', 0, length).trim().split('\n').slice(-QUOTED_LINES).join('\n');
    },
    close: () => closeSync(descriptor),
  };
}
