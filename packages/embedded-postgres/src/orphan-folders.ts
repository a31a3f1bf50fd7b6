import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { ownerSocketIn, removeSocketDirectory, siblingSocketDirectories } from './socket-directory.ts';

/** A socket refuses connections for a moment while it is being created, so younger sockets are not checked. */
const YOUNGEST_MS = 60_000;

/** Whether the process that listened on this socket has ended. */
export async function isDeserted(ownerSocket: string): Promise<boolean> {
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = connect(ownerSocket, () => {
      probe.destroy();
      resolve(undefined);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
  // Any other error (EACCES, EAGAIN) does not prove that the owner is dead, and disturbing a live owner would be worse.
  return code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ENOTDIR';
}

/** Removes leftovers of killed processes whose data directory was deleted, so that no later start could clean up. */
export async function removeDesertedSiblings(socketDirectory: string): Promise<void> {
  for (const folder of siblingSocketDirectories(socketDirectory)) {
    try {
      const ownerSocket = statSync(ownerSocketIn(folder));
      if (Date.now() - ownerSocket.ctimeMs < YOUNGEST_MS) continue;
    } catch {
      // The folder belongs to another user, or is about to be used.
      continue;
    }
    if (await isDeserted(ownerSocketIn(folder))) removeSocketDirectory(folder);
  }
}
