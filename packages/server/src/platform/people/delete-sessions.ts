import type { BackgroundThrottle } from '../kernel/concurrency/background-throttle.ts';
import { chunkOf, inChunks } from '../kernel/concurrency/chunks.ts';
import type { Database } from '../storage/index.ts';
import { deleteSessionsBefore } from './session-store.ts';

const RETENTION_MS = 30 * 86_400_000;
const AT_ONCE = 200;

/** Deletes sessions of a tenant that ended long ago. The audit log still records each sign-in. */
export async function deleteOldSessions(
  { database, throttle }: { readonly database: Database; readonly throttle: BackgroundThrottle },
  log: string,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  await inChunks(throttle, () => chunkOf(AT_ONCE, (most) => deleteSessionsBefore(database, log, before, most)));
}
