import { readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** In order of preference. Other programs also use `nobody`, but rarely an account called `postgres`. */
const CANDIDATES = ['postgres', '_postgres', 'nobody'];

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns the account for the server when this process runs as root, because PostgreSQL refuses to run as root. */
export function unprivilegedAccount(passwd = readFileSync('/etc/passwd', 'utf8')): Account {
  const accounts = passwd.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
  for (const candidate of CANDIDATES) {
    const account = accounts.find(({ name, uid, gid }) => name === candidate && uid > 0 && gid > 0);
    if (account) return account;
  }
  throw new Error(
    `PostgreSQL does not run as root, and none of the accounts ${CANDIDATES.join(', ')} exists. ` +
      'Start Cardwright as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/**
 * Returns the account that owns existing data, whatever its name. PostgreSQL accepts no other account for that data.
 */
export function fileOwner(path: string): Account {
  const { uid, gid } = statSync(path);
  return { name: `uid ${uid}`, uid, gid };
}

/**
 * Checks only the mode bits. Access control lists and security modules may still forbid access. In that case
 * PostgreSQL's own message explains the failure. Supplementary groups do not count, because the server is started
 * without any.
 */
function permits(stat: Stats, account: Account, bits: number): boolean {
  const shift = stat.uid === account.uid ? 6 : stat.gid === account.gid ? 3 : 0;
  return ((stat.mode >> shift) & bits) === bits;
}

/**
 * Returns whether the account may enter every folder from the root to this one. `folder` must be a real path without
 * links.
 */
export function canEnter(folder: string, account: Account): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (!permits(statSync(at), account, 1)) return false;
    if (at === dirname(at)) return true;
  }
}

export function canRead(file: string, account: Account): boolean {
  return canEnter(dirname(file), account) && permits(statSync(file), account, 4);
}
