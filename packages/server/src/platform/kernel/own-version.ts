import { readFileSync } from 'node:fs';
import { PACKAGE_FOLDER } from './package-folder.ts';

/** The version of this release. */
export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', PACKAGE_FOLDER), 'utf8'));
  return version;
}
