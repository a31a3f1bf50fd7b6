import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../source-tree.ts';

const LEFT_OUT = new Set(['node_modules', '.git', '.data', '.cache', 'coverage']);
const OWN_PACKAGES = '@cardwright';

/**
 * Copies the repository with its built files into an empty folder, for tests of programs that write into a checkout.
 * Libraries are not copied: the copy has a link to those of this checkout, which nothing changes.
 */
export function copyRepository(folder: string): void {
  cpSync(ROOT, folder, { recursive: true, preserveTimestamps: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, OWN_PACKAGES), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === OWN_PACKAGES) continue;
    // Copies the records of the installed packages, so that the scripts install nothing.
    if (name.startsWith('.') && name !== '.bin') cpSync(join(from, name), join(to, name), { recursive: true });
    else symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(folder, 'packages'))) {
    const place = join(folder, 'packages', name);
    if (existsSync(join(place, 'package.json'))) symlinkSync(place, join(to, OWN_PACKAGES, name));
  }
}
