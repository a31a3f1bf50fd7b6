import { setTimeout as sleep } from 'node:timers/promises';
import { type Tx, waitForTransactions } from '../../../platform/storage/index.ts';
import { batchesInFlight, type OriginalKeys, storeEarlyReversal } from '../records/early-reversal-store.ts';

/** Reversals that arrive before their original (docs/interface/reservations.md#before-the-original). */
export interface EarlyReversals {
  /**
   * Stores a reversal, and waits until every message that did not see it is decided. Afterwards the original is either
   * stored or will be declined, so the caller looks for it once more.
   */
  storeOriginals(keys: OriginalKeys, now: Date): Promise<void>;
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;
const POLL_INTERVAL_MS = 3;

interface Deps {
  /** Its statements commit at once, because messages must see the reversal before the request that stores it ends. */
  readonly connection: Tx & { close(): Promise<void> };
  /** How long a reversal waits for its original: as long as a reservation lasts. */
  readonly days: number;
  /** On Citus, the locks of batches are on other nodes, so a reversal waits as long as a batch may last. */
  readonly waitMs: number | undefined;
}

export function createEarlyReversals({ connection, days, waitMs }: Deps): EarlyReversals {
  return {
    async storeOriginals(keys, now) {
      // batches that begin later see the reversal
      await storeEarlyReversal(connection, keys, now, new Date(now.getTime() + days * DAY_MS));
      if (waitMs === undefined)
        await waitForTransactions(() => batchesInFlight(connection), { everyMs: POLL_INTERVAL_MS });
      else await sleep(waitMs);
    },
    close: () => connection.close(),
  };
}
