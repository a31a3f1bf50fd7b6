import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Bank } from '../kernel/bank.ts';
import { type EmbossOutcome, embossBank } from './emboss-bank.ts';
import type { EmbossDeps } from './embossing-request.ts';
import { claimDay, readScheduledDay, readUnfinished } from './run-store.ts';

/** When a bank's file is written each day. */
export interface EmbossingSchedule {
  /** HH:MM in each bank's time zone. */
  readonly time: string;
}

/**
 * The day's run of a bank, when its time has come and nobody has had it: of several servers one does it. A server that was
 * down at the time does it when it is up again. Undefined where nothing is due.
 */
export async function embossOnSchedule(
  deps: EmbossDeps,
  bank: Bank,
  { time }: EmbossingSchedule,
  now: Date,
): Promise<EmbossOutcome | undefined> {
  const day = bank.calendar.localDate(now);
  if (bank.calendar.isoTime(now).slice(11, 16) < time) return undefined;
  const done = await readScheduledDay(deps.database, bank.bankId);
  if (done !== undefined && done >= day && !(await hasUnfinished(deps, bank))) return undefined;
  const request = { bank, now, actor: 'cardwright', requestId: randomUUID(), scheduledDay: day };
  const outcome = await embossBank(deps, request);
  // told once a day, not every time that is looked
  if (outcome.kind === 'NO_KEY') await claimDay(deps.database, bank.bankId, day);
  return outcome.kind === 'BUSY' ? undefined : outcome;
}

/** A run that this host began and did not finish. */
async function hasUnfinished({ database }: EmbossDeps, { bankId }: Bank): Promise<boolean> {
  return (await readUnfinished(database, bankId)).some(({ host }) => host === hostname());
}
