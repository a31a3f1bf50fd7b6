import {
  accessSync,
  chownSync,
  constants,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Account, canEnter } from './account.ts';
import { PORT } from './options.ts';

const PREFIX = 'cardwright-';
const POSTGRES_SOCKET = `.s.PGSQL.${PORT}`;
const OWNER_SOCKET = 'owner.sock';
/** The lowest limit of all systems is 104 bytes for the whole path, including its final zero. */
const LONGEST_BASE = 104 - 1 - `/${PREFIX}XXXXXX/${POSTGRES_SOCKET}`.length;

/**
 * Creates the socket directory. Its path is short, because socket paths are limited, and its name is unpredictable, so
 * that no other account can create the folder in advance. Its mode (0700) guards the database: an account that can
 * enter it is trusted without a password.
 */
export function createSocketDirectory(account: Account | undefined): string {
  for (const candidate of [tmpdir(), '/tmp', '/var/tmp']) {
    try {
      const base = realpathSync(candidate);
      accessSync(base, constants.W_OK | constants.X_OK);
      if (Buffer.byteLength(base) > LONGEST_BASE || (account && !canEnter(base, account))) continue;
      const folder = mkdtempSync(join(base, PREFIX));
      if (account) chownSync(folder, account.uid, account.gid);
      return folder;
    } catch {
      // The folder is missing or not writable, so the next one is tried.
    }
  }
  throw new Error('The database socket needs a writable temporary folder with a short path. Set TMPDIR.');
}

/** Returns all folders that look like socket directories of Cardwright, of any process. */
export function siblingSocketDirectories(folder: string): string[] {
  const base = dirname(folder);
  const names = readdirSync(base).filter((name) => name.startsWith(PREFIX) && name.length === basename(folder).length);
  return names.map((name) => join(base, name));
}

export function ownerSocketIn(folder: string): string {
  return join(folder, OWNER_SOCKET);
}

/** Returns the sockets that programs for cleaning temporary files would remove after some days. */
export function socketsIn(folder: string): string[] {
  return [join(folder, POSTGRES_SOCKET), join(folder, OWNER_SOCKET)];
}

/** Removes only what Cardwright created, because the path may come from an old file that survived a crash. */
export function removeSocketDirectory(folder: string): void {
  if (!basename(folder).startsWith(PREFIX)) return;
  const steps = [
    () => {
      if (!lstatSync(folder).isDirectory()) throw new Error('not a folder');
    },
    () => unlinkSync(join(folder, POSTGRES_SOCKET)),
    () => unlinkSync(join(folder, `${POSTGRES_SOCKET}.lock`)),
    () => unlinkSync(join(folder, OWNER_SOCKET)),
    () => rmdirSync(folder),
  ];
  for (const step of steps) {
    try {
      step();
    } catch {
      // The file is already gone, as intended.
    }
  }
}
