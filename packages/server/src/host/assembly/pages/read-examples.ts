import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExampleFiles } from '@cardwright/contract';
import { PACKAGE_FOLDER } from '../../../platform/kernel/package-folder.ts';

const FOLDER = fileURLToPath(new URL('../contract/examples/', PACKAGE_FOLDER));

/** Returns the published examples (packages/contract/examples), or none if the contract is installed without them. */
export function readExampleFiles(): ExampleFiles {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
  return new Map(files.map((path) => [path.replaceAll('\\', '/'), readFileSync(`${FOLDER}${path}`, 'utf8')]));
}
