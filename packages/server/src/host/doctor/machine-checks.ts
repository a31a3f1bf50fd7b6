import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { embossingFolderOf } from '../assembly/open-embossing.ts';
import { type Check, type CheckOutcome, type CheckSubject, failed, passed, warned } from './check.ts';
import { endOfSupport, releaseLines } from './node-releases.ts';

const DAY_MS = 86_400_000;
/** The number of days before the end of support from which the check warns. */
const NOTICE_DAYS = 180;
const MIB = 1024 * 1024;
const LEAST_FREE = 512 * MIB;
const LITTLE_FREE = 2 * 1024 * MIB;

export const nodeCheck: Check = {
  name: 'node version',
  needs: 'nothing',
  run: async () => judgeNode(process.versions.node, new Date()),
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

/** Judges the release line of a Node.js version by the dates until which its line is supported. */
export function judgeNode(version: string, now: Date): CheckOutcome {
  const end = endOfSupport(version);
  if (end === undefined) return failed(`${version}: use a supported release line (${releaseLines()})`);
  const days = (Date.parse(end) - now.getTime()) / DAY_MS;
  const detail = `${version}, supported until ${end}`;
  if (days < 0) return failed(detail);
  return days < NOTICE_DAYS ? warned(detail) : passed(detail);
}

export function judgeSpace(where: string, free: number, total: number): CheckOutcome {
  const summary = `${Math.floor(free / MIB)} MiB of ${Math.floor(total / MIB)} free at ${where}`;
  if (free < LEAST_FREE) return failed(summary);
  return free < LITTLE_FREE ? warned(summary) : passed(summary);
}

function embossingFolder({ settings }: CheckSubject): Promise<CheckOutcome> {
  return checkFolder(embossingFolderOf(settings));
}

/** Checks the nearest existing parent of a missing folder, because the first file creates the folder. */
export async function checkFolder(folder: string): Promise<CheckOutcome> {
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
