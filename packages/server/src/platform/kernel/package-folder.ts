import { existsSync } from 'node:fs';

/**
 * The folder of this package, with its migrations: the nearest one above this module that has a `package.json`. Modules
 * find files by it, because the bundle puts them at another depth than the compiler does.
 *
 * @example
 * readFileSync(new URL('package.json', PACKAGE_FOLDER), 'utf8');
 */
export const PACKAGE_FOLDER = nearestPackage(new URL('.//', import.meta.url));

function nearestPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : nearestPackage(new URL('..', folder));
}
