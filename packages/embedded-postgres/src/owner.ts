import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import type { Log } from './options.ts';
import { isDeserted } from './orphan-folders.ts';
import { ownerSocketIn, removeSocketDirectory, socketsIn } from './socket-directory.ts';

/** The right to start, stop and take over the cluster in this place. At most one Cardwright process holds it. */
export interface Claim {
  isOwner(): boolean;
  release(): void;
}

interface ClaimFile {
  pid: number;
  socket: string;
}

const CLAIM_FILE = 'postgres-owner.json';
const TOUCH_EVERY_MS = 3_600_000;

/**
 * Claims the cluster. The claim is a file that names a listening socket, and it is valid as long as that socket
 * answers. A process id alone could be reused, in a container even by the next start. A socket ends with its process,
 * even after kill -9, and answers even while its process is busy.
 */
export async function claimPlace(place: string, dataDir: string, socketDirectory: string, log: Log): Promise<Claim> {
  const socket = ownerSocketIn(socketDirectory);
  const server = await listen(socket);
  const file = join(place, CLAIM_FILE);
  const text = JSON.stringify({ pid: process.pid, socket } satisfies ClaimFile);
  try {
    await takeFile(file, text, dataDir, log);
  } catch (error) {
    server.close();
    throw error;
  }
  // Programs that clean temporary folders remove files that were not touched for days, and a removed socket looks like
  // a dead owner.
  const touching = setInterval(() => touch(socketDirectory), TOUCH_EVERY_MS).unref();
  const isOwner = () => readIfThere(file) === text;
  return {
    isOwner,
    release() {
      clearInterval(touching);
      if (isOwner()) unlinkSync(file);
      server.close();
    },
  };
}

/** Returns the socket folder of the current owner of the cluster. Undefined if there is no live owner. */
export async function socketDirectoryOfOwner(place: string): Promise<string | undefined> {
  const owner = parse(readIfThere(join(place, CLAIM_FILE)) ?? '');
  return owner === undefined || (await isDeserted(owner.socket)) ? undefined : dirname(owner.socket);
}

async function takeFile(file: string, text: string, dataDir: string, log: Log): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
  try {
    // The claim is a link, because a link is created atomically: only one of several processes can create it.
    while (!linked(draft, file)) {
      const content = readIfThere(file);
      if (content === undefined) continue;
      const owner = parse(content);
      if (owner && !(await isDeserted(owner.socket))) throw alreadyOwned(owner.pid, dataDir);
      if (removeStale(file, content) && owner) {
        log({
          level: 'info',
          message: 'the previous owner of the database ended without stopping it',
          detail: { pid: owner.pid },
        });
        removeSocketDirectory(dirname(owner.socket));
      }
    }
  } finally {
    unlinkSync(draft);
  }
}

/**
 * Renames the file before it checks its content. Of two processes that both found the stale file, the slower one must
 * not remove the new claim.
 */
function removeStale(file: string, content: string): boolean {
  const staleFile = `${file}.${randomUUID()}`;
  try {
    renameSync(file, staleFile);
  } catch {
    return false;
  }
  const isStale = readIfThere(staleFile) === content;
  if (!isStale) linked(staleFile, file);
  unlinkSync(staleFile);
  return isStale;
}

function alreadyOwned(pid: number, dataDir: string): Error {
  const who = pid === process.pid ? `This process (pid ${pid})` : `Another Cardwright process (pid ${pid})`;
  return new Error(
    `${who} already uses the data directory ${dataDir}. Stop it first, or set CARDWRIGHT_DATA_DIR to another folder, ` +
      'or DATABASE_URL to a PostgreSQL of your own.',
  );
}

async function listen(socket: string): Promise<Server> {
  const server = createServer((visitor) => visitor.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  return server.unref();
}

function touch(socketDirectory: string): void {
  const now = new Date();
  for (const path of [socketDirectory, ...socketsIn(socketDirectory)]) {
    try {
      utimesSync(path, now, now);
    } catch {
      // The socket is missing while the server restarts.
    }
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(text: string): ClaimFile | undefined {
  try {
    const { pid, socket } = JSON.parse(text) as Partial<ClaimFile>;
    return typeof pid === 'number' && typeof socket === 'string' ? { pid, socket } : undefined;
  } catch {
    return undefined;
  }
}
