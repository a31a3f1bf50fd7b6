import type { Bank } from '../../platform/kernel/bank.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type RunRemarks, remarksOn, sortQueue } from './queue-order.ts';
import { listRuns, type RunRow } from './run-store.ts';
import { readPending } from './waiting-store.ts';

export interface EmbossingOverview extends RunRemarks {
  /** The number of cards that the next run would write, by reason. */
  readonly ready: Readonly<Record<string, number>>;
  /** The most recent runs, newest first. */
  readonly runs: readonly RunRow[];
}

/**
 * Reads waiting cards and past runs. Changes nothing and reads no card number.
 * @param maxPending the maximum of waiting cards to read, oldest first; null reads all
 */
export async function readOverview(
  tx: Tx,
  bank: Bank,
  now: Date,
  mostRuns: number,
  maxPending: number | null = null,
): Promise<EmbossingOverview> {
  const sorted = sortQueue(await readPending(tx, bank.bankId, maxPending), bank.calendar.localDate(now));
  const ready: Record<string, number> = {};
  for (const { facts } of sorted.ready) ready[facts.reason] = (ready[facts.reason] ?? 0) + 1;
  return {
    ready,
    ...remarksOn(sorted),
    runs: await listRuns(tx, bank.bankId, mostRuns),
  };
}
