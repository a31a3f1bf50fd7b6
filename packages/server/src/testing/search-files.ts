import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { scanBytes } from './cards/used-card-numbers.ts';

/** Files for card bureaus contain card numbers by design. In the sandbox they may be unencrypted. */
const FOR_BUREAUS = 'embossing';
/** The only file of a database's folder that is searched; its tables are searched in SQL. */
const DATABASE_LOG = 'postgres.log';
const MAX_BYTES = 64 * 1024 * 1024;

/** Searches all files that servers and commands left in a folder. */
export function scanFiles(folder: string): void {
  const isDatabase = existsSync(join(folder, 'PG_VERSION'));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (isDatabase ? entry.name !== DATABASE_LOG : entry.name === FOR_BUREAUS) continue;
    if (entry.isDirectory()) scanFiles(path);
    else if (entry.isFile() && statSync(path).size <= MAX_BYTES) scanBytes(path, readFileSync(path));
  }
}
