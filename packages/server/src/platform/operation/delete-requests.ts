import type { BackgroundThrottle } from '../kernel/concurrency/background-throttle.ts';
import { chunkOf, inChunks } from '../kernel/concurrency/chunks.ts';
import type { Database } from '../storage/index.ts';
import { deleteWarnings } from './contract-warning-store.ts';
import { deleteKeysBefore } from './idempotency-key-store.ts';
import { deleteClaimsBefore } from './message-claim-store.ts';

/** How long a request with a stored answer is recognized when it is repeated (docs/interface/repeats.md#how-long). */
const RETENTION_MS = 90 * 86_400_000;
const AT_ONCE = 200;

/**
 * Deletes requests of a bank, an acquirer or the operator that are too old to be repeated, and old contract warnings.
 */
export async function deleteOldRequests(
  { database, throttle }: { readonly database: Database; readonly throttle: BackgroundThrottle },
  owner: string,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  for (const deleteSome of [deleteClaimsBefore, deleteKeysBefore]) {
    await inChunks(throttle, () => chunkOf(AT_ONCE, (most) => deleteSome(database, owner, before, most)));
  }
  await deleteWarnings(database, owner, before);
}
