import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { embossingFolderOf } from '../assembly/open-embossing.ts';
import { type Check, type CheckOutcome, type CheckSubject, failed, passed, warned } from './check.ts';

const OLDEST_NODE = [20, 19] as const;
const MIB = 1024 * 1024;
const LEAST_FREE = 512 * MIB;
const LITTLE_FREE = 2 * 1024 * MIB;

export const nodeCheck: Check = {
  name: 'node version',
  needs: 'nothing',
  run: async () => judgeNode(process.versions.node),
};

export const machineChecks: readonly Check[] = [
  {
    name: 'disk space',
    needs: 'nothing',
    run: async ({ settings }) => {
      const folder = await nearestFolder(settings.CARDWRIGHT_DATA_DIR);
      const { bavail, blocks, bsize } = await statfs(folder);
      const where =
        settings.DATABASE_URL === undefined ? folder : `${folder} (the disk of the database is not checked)`;
      return judgeSpace(where, bavail * bsize, blocks * bsize);
    },
  },
  { name: 'embossing folder', needs: 'nothing', run: embossingFolder },
];

export function judgeNode(version: string): CheckOutcome {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return (isNew ? passed : failed)(`${version} (${OLDEST_NODE.join('.')} or later)`);
}

export function judgeSpace(where: string, free: number, total: number): CheckOutcome {
  const told = `${Math.floor(free / MIB)} MiB of ${Math.floor(total / MIB)} free at ${where}`;
  if (free < LEAST_FREE) return failed(told);
  return free < LITTLE_FREE ? warned(told) : passed(told);
}

/** Checks the nearest existing parent of a missing folder, because the first file creates the folder. */
async function embossingFolder({ settings }: CheckSubject): Promise<CheckOutcome> {
  const folder = embossingFolderOf(settings);
  const nearest = await nearestFolder(folder);
  const isThere = nearest === resolve(folder);
  try {
    if (!(await stat(nearest)).isDirectory()) return failed(`${nearest} is not a directory`);
    await access(nearest, constants.W_OK | constants.X_OK);
    if (isThere) {
      const probe = join(nearest, `.doctor-${randomUUID()}`);
      await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
      await rm(probe);
    }
    return passed(isThere ? `${folder} is writable` : `${folder} will be created with the first file`);
  } catch (error) {
    return failed(`${nearest} is not writable (${(error as NodeJS.ErrnoException).code})`);
  }
}

async function nearestFolder(path: string): Promise<string> {
  const folder = resolve(path);
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : await nearestFolder(dirname(folder));
}
