import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { ownerSocketIn, removeSocketDirectory, socketDirectoriesBeside } from './socket-directory.ts';

/** Between the two system calls that make a socket it refuses like a dead one. */
const YOUNGEST_MS = 60_000;

/** Whether the process that listened on this socket is gone. */
export async function isDeserted(ownerSocket: string): Promise<boolean> {
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = connect(ownerSocket, () => {
      probe.destroy();
      resolve(undefined);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
  // Anything else (EACCES, EAGAIN) does not prove that it is dead, and to wrong a live owner is the worse mistake.
  return code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ENOTDIR';
}

/** Clears up after processes that were killed and whose data directory was then thrown away, so that nobody came back. */
export async function removeDesertedBeside(socketDirectory: string): Promise<void> {
  for (const folder of socketDirectoriesBeside(socketDirectory)) {
    try {
      const ownerSocket = statSync(ownerSocketIn(folder));
      if (Date.now() - ownerSocket.ctimeMs < YOUNGEST_MS) continue;
    } catch {
      // Another user's, or one that is about to be used.
      continue;
    }
    if (await isDeserted(ownerSocketIn(folder))) removeSocketDirectory(folder);
  }
}
