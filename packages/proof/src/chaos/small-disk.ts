import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own, which can be filled without harm to anybody else. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no byte free. */
  fill(): void;
  free(): void;
  unmount(): void;
}

const SIZE = '1500M';
const BALLAST = 'ballast';

/** Needs root and loop devices; undefined where there are none. */
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
      // the file system keeps some for itself, and the database takes some meanwhile: again what is left then
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

/** Adds to the file; a disk that is full already is what is wanted. */
function allocate(file: string, bytes: number): void {
  if (bytes <= 0) return;
  try {
    run('sh', '-c', `size=$(stat -c %s "${file}" 2>/dev/null || echo 0); fallocate -o "$size" -l ${bytes} "${file}"`);
  } catch {
    // no room
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'ignore' });
}
