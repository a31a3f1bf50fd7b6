import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { installedProgram } from '../system/installed-program.ts';
import { WITHIN } from '../within.ts';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('./unflushed-disk.mjs', import.meta.url));
const BYTES = 2 * 1024 ** 3;
const PROGRAMS = ['mount', 'umount', 'losetup', 'mkfs.ext4'];
const DEVICES = ['/dev/fuse', '/dev/loop-control'];

/** Returns the missing prerequisites for cutting the power of a disk. */
export function missingForPowerCuts(): string[] {
  return [
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...DEVICES.filter((path) => !existsSync(path)),
    ...PROGRAMS.filter((name) => installedProgram(name) === undefined),
  ];
}

/** A file system on a disk whose power tests can cut, which loses unflushed data. */
export interface PowerCutDisk {
  readonly folder: string;
  /** Stops all writes to the disk. Returns how many blocks were written but not flushed. */
  cutPower(): Promise<number>;
  /** Mounts the remaining data of the disk, once its users have ended. */
  powerOn(): Promise<void>;
  remove(): Promise<void>;
}

interface Attached {
  readonly cache: ChildProcess;
  readLine(): Promise<string>;
  detach(): Promise<void>;
}

/** @param nextSeed returns the seed that selects which unflushed blocks survive the next cut */
export async function powerCutDisk(nextSeed: () => number): Promise<PowerCutDisk> {
  const place = mkdtempSync(join(tmpdir(), 'cardwright-power-'));
  const [below, folder] = [join(place, 'disk'), join(place, 'data')];
  // the database runs under another account
  chmodSync(place, 0o755);
  mkdirSync(folder);
  writeFileSync(below, '');
  truncateSync(below, BYTES);
  await run('mkfs.ext4', ['-q', '-F', '-E', 'nodiscard', below]);
  let attached = await attach(below, folder, nextSeed());
  return {
    folder,
    cutPower: async () => {
      attached.cache.stdin?.write('cut\n');
      return Number(/^gone (\d+)$/.exec(await attached.readLine())?.[1]);
    },
    powerOn: async () => {
      await attached.detach();
      attached = await attach(below, folder, nextSeed());
    },
    remove: async () => {
      await attached.detach();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** Attaches the cache to the file, a loop device to the cache, and the file system to the device. */
async function attach(below: string, folder: string, seed: number): Promise<Attached> {
  const cached = mkdtempSync(`${below}-cached-`);
  const cache = spawn(process.execPath, [CACHE, cached, below, String(seed)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: cache.stdout })[Symbol.asyncIterator]();
  const readLine = async (): Promise<string> => (await lines.next()).value ?? 'nothing: the cache has ended';
  const undo: (readonly [string, readonly string[]])[] = [['umount', ['-l', cached]]];
  const detach = async () => {
    for (const [program, words] of undo.splice(0).reverse()) {
      await vi.waitFor(() => run(program, [...words]), WITHIN);
    }
    cache.kill('SIGKILL');
  };
  const answer = await readLine();
  if (answer !== 'ready') {
    await detach();
    throw new Error(`the disk could not be mounted, it said ${answer}`);
  }
  const { stdout } = await run('losetup', ['--find', '--show', join(cached, 'disk')]);
  undo.push(['losetup', ['-d', stdout.trim()]]);
  await run('mount', ['-t', 'ext4', stdout.trim(), folder]);
  // without the lazy option, `umount` fails while a process uses the folder
  undo.push(['umount', [folder]]);
  return { cache, readLine, detach };
}
