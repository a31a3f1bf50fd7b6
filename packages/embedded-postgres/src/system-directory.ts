import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, canEnter } from './account.ts';

const BASES = ['/var/lib', '/var/tmp'];

/**
 * Returns a folder that the database's account can enter, for a project in a folder that only root can enter. /var/tmp
 * survives a restart of the machine, which /tmp may not.
 */
export function systemDirectory(account: Account): string {
  const rejections: string[] = [];
  for (const base of BASES) {
    const folder = join(base, 'cardwright');
    try {
      mkdirSync(folder);
      // Independent of the umask: the folders inside have strict modes of their own.
      chmodSync(folder, 0o755);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        rejections.push((error as Error).message);
        continue;
      }
    }
    // In /var/tmp anyone could have created the folder before us. Data and programs go only into a folder that only
    // root can change.
    const stat = lstatSync(folder);
    if (!stat.isDirectory() || stat.uid !== 0 || (stat.mode & 0o022) !== 0) {
      rejections.push(`${folder} is not a folder that only root can change`);
    } else if (!canEnter(folder, account)) {
      rejections.push(`${folder} cannot be entered by ${account.name}`);
    } else {
      return folder;
    }
  }
  throw new Error(
    `The account ${account.name} cannot enter any folder for the database (${rejections.join('; ')}). ` +
      'Set CARDWRIGHT_DATA_DIR to a folder that it can enter, start Cardwright as an ordinary user, or set DATABASE_URL.',
  );
}
