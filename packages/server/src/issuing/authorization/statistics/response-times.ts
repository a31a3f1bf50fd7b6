import type { Bank } from '../../../platform/kernel/bank.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { type Periods, periodsAt } from '../../../platform/kernel/time/periods.ts';
import type { Database } from '../../../platform/storage/index.ts';
import { stepOf } from './response-steps.ts';
import { addResponseTimes, type CountedTimes } from './response-time-store.ts';

/**
 * Counts response times to networks by bank. Collects them in memory and writes them every second, some banks at a
 * time, so that messages are not delayed and all servers see the figures, also after a restart. A crash loses the times
 * that were collected since the bank was last written.
 */
export interface ResponseTimes {
  /** @param at on the business clock */
  note(bank: Bank, ms: number, at: Date): void;
  /** Writes the collected times of the banks that have waited longest, or of all banks. */
  flush(maxBanks?: number): Promise<void>;
}

export type RecordResponse = (bank: Bank, ms: number) => void;

const SLOT_MS = 15 * 60_000;

interface PeriodTimes {
  readonly bank: Bank;
  readonly at: Date;
  readonly step: number;
  messages: bigint;
}

export function createResponseTimes(database: Database): ResponseTimes {
  // by bank; a bank that was written goes behind the banks that wait
  const pendingTimes = new Map<string, Map<string, PeriodTimes>>();
  let writing: Promise<void> = Promise.resolve();
  const writePending = async (maxBanks: number) => {
    const banks = [...pendingTimes].slice(0, maxBanks);
    if (banks.length === 0) return;
    for (const [bankId] of banks) pendingTimes.delete(bankId);
    await addResponseTimes(database, byPeriod(banks.flatMap(([, ofBank]) => [...ofBank.values()])));
  };
  return {
    note(bank, ms, at) {
      const step = stepOf(ms);
      // no hour or day of any time zone begins within a slot
      let ofBank = pendingTimes.get(bank.bankId);
      if (ofBank === undefined) {
        ofBank = new Map();
        pendingTimes.set(bank.bankId, ofBank);
      }
      const key = `${Math.floor(at.getTime() / SLOT_MS)} ${step}`;
      const times = ofBank.get(key);
      if (times === undefined) ofBank.set(key, { bank, at, step, messages: 1n });
      else times.messages++;
    },
    flush(maxBanks = Number.POSITIVE_INFINITY) {
      // one at a time: a flush of all banks writes everything collected so far
      writing = writing.catch(() => {}).then(() => writePending(maxBanks));
      return writing;
    },
  };
}

/** Returns the function that an authorizer calls, with the times of a clock. */
export function recordBy(times: Pick<ResponseTimes, 'note'>, clock: Clock): RecordResponse {
  return (bank, ms) => times.note(bank, ms, clock.now());
}

/** Groups by period, in the same order on all servers, so that two transactions never deadlock. */
function byPeriod(times: readonly PeriodTimes[]): CountedTimes[] {
  const byPeriodAndBank = new Map<string, CountedTimes>();
  for (const { bank, at, step, messages } of times) {
    const periods: Periods = periodsAt(at, bank.calendar.timeZone);
    for (const grain of ['hour', 'day'] as const) {
      const startsAt = periods[grain];
      const key = `${bank.bankId}\0${grain}\0${startsAt.getTime()}\0${String(step).padStart(3, '0')}`;
      const existing = byPeriodAndBank.get(key);
      if (existing === undefined) byPeriodAndBank.set(key, { bankId: bank.bankId, grain, startsAt, step, messages });
      else existing.messages += messages;
    }
  }
  return [...byPeriodAndBank].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}
