import type { Bank } from '../kernel/bank.ts';
import type { Tx } from '../storage/index.ts';
import type { CardNotWritten } from './emboss-bank.ts';
import { type HeldBecause, type LeftOut, readWaiting } from './queue-store.ts';
import { listRuns, type RunRow } from './run-store.ts';
import { sortWaiting } from './sort-waiting.ts';

export interface EmbossingOverview {
  /** What the next run would write, by reason. */
  readonly ready: Readonly<Record<string, number>>;
  readonly held: readonly CardNotWritten<HeldBecause>[];
  readonly leftOut: readonly CardNotWritten<LeftOut>[];
  readonly cutAddresses: readonly string[];
  /** The newest runs, newest first. */
  readonly runs: readonly RunRow[];
}

/** What waits and what was written. Changes nothing, and no card number is looked at. */
export async function readOverview(tx: Tx, bank: Bank, now: Date, mostRuns: number): Promise<EmbossingOverview> {
  const sorted = sortWaiting(await readWaiting(tx, bank.bankId), bank.calendar.localDate(now));
  const ready: Record<string, number> = {};
  for (const { facts } of sorted.ready) ready[facts.reason] = (ready[facts.reason] ?? 0) + 1;
  return {
    ready,
    held: sorted.held.map(({ row, because }) => ({ exid: row.exid, because })),
    leftOut: sorted.leftOut.map(({ row, because }) => ({ exid: row.exid, because })),
    cutAddresses: sorted.ready.filter(({ isCut }) => isCut).map(({ row }) => row.exid),
    runs: await listRuns(tx, bank.bankId, mostRuns),
  };
}
