import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small file system that can be filled without affecting anything else. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills the disk to the last byte. */
  fill(): void;
  free(): void;
  unmount(): void;
}

const SIZE = '1500M';
const BALLAST = 'ballast';

/** Mounts the disk. Needs root and loop devices; returns undefined without them. */
export function mountSmallDisk(folder: string): SmallDisk | undefined {
  const image = join(folder, 'disk.img');
  const mounted = join(folder, 'disk');
  try {
    mkdirSync(mounted);
    writeFileSync(image, '');
    truncateSync(image, Number.parseInt(SIZE, 10) * 1024 * 1024);
    run('mkfs.ext4', '-q', '-F', '-m', '0', image);
    run('mount', '-o', 'loop', image, mounted);
  } catch {
    rmSync(image, { force: true });
    return undefined;
  }
  const ballast = join(mounted, BALLAST);
  return {
    folder: mounted,
    fill: () => {
      // The file system reserves some space and the database uses some in the meantime, so the remaining space is
      // filled repeatedly.
      for (const part of [0.9, 0.9, 0.9, 1, 1]) allocate(ballast, Math.floor(part * freeBytes(mounted)));
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: () => run('umount', '--lazy', mounted),
  };
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Extends the file. A full disk is the desired result. */
function allocate(file: string, bytes: number): void {
  if (bytes <= 0) return;
  try {
    run('sh', '-c', `size=$(stat -c %s "${file}" 2>/dev/null || echo 0); fallocate -o "$size" -l ${bytes} "${file}"`);
  } catch {
    // The disk is full.
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'ignore' });
}
