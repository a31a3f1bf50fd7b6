import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Bank } from '../../platform/kernel/bank.ts';
import { type EmbossOutcome, embossBank } from './emboss-bank.ts';
import type { EmbossDeps } from './embossing-request.ts';
import { claimDay, readScheduledDay } from './run-number-store.ts';
import { readUnfinishedRuns } from './run-store.ts';

/** The daily time at which a bank's file is written. */
export interface EmbossingSchedule {
  /** HH:MM in each bank's time zone. */
  readonly time: string;
}

/**
 * Carries out the daily run of a bank if it is due and no server has done it. A server that was down at that time does
 * it when it is up again. Returns undefined if no run is due.
 */
export async function embossOnSchedule(
  deps: EmbossDeps,
  bank: Bank,
  { time }: EmbossingSchedule,
  now: Date,
): Promise<EmbossOutcome | undefined> {
  const day = bank.calendar.localDate(now);
  if (bank.calendar.isoTime(now).slice(11, 16) < time) return undefined;
  const lastDay = await readScheduledDay(deps.database, bank.bankId);
  if (lastDay !== undefined && lastDay >= day && !(await hasUnfinished(deps, bank))) return undefined;
  const request = { bank, now, actor: 'cardwright', requestId: randomUUID(), scheduledDay: day };
  const outcome = await embossBank(deps, request);
  // NO_KEY is logged once a day, not at every check
  if (outcome.kind === 'NO_KEY') await claimDay(deps.database, bank.bankId, day);
  return outcome.kind === 'BUSY' ? undefined : outcome;
}

/** Whether this host started a run and did not finish it. */
async function hasUnfinished({ database }: EmbossDeps, { bankId }: Bank): Promise<boolean> {
  return (await readUnfinishedRuns(database, bankId)).some(({ host }) => host === hostname());
}
