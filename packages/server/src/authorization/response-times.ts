import type { Bank } from '../kernel/bank.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Periods, periodsAt } from '../kernel/periods.ts';
import type { Database } from '../storage/index.ts';
import { stepOf } from './response-steps.ts';
import { addResponseTimes, type CountedTimes } from './response-time-store.ts';

/**
 * How long networks wait for answers, told by the bank: gathered in memory and written every second, so that no message pays for it,
 * and known after a restart and from every server. What a crash takes is at most a second of it.
 */
export interface ResponseTimes {
  /** @param at on the business clock */
  note(bank: Bank, ms: number, at: Date): void;
  /** Writes what was gathered. */
  flush(): Promise<void>;
}

export type NoteResponse = (bank: Bank, ms: number) => void;

const SLOT_MS = 15 * 60_000;

interface Gathered {
  readonly bank: Bank;
  readonly at: Date;
  readonly step: number;
  messages: bigint;
}

export function createResponseTimes(database: Database): ResponseTimes {
  let gathered = new Map<string, Gathered>();
  let writing: Promise<void> = Promise.resolve();
  const writeGathered = async () => {
    if (gathered.size === 0) return;
    const taken = [...gathered.values()];
    gathered = new Map();
    await addResponseTimes(database, byPeriod(taken));
  };
  return {
    note(bank, ms, at) {
      const step = stepOf(ms);
      // neither an hour nor a day of any time zone begins within a slot
      const key = `${bank.bankId} ${Math.floor(at.getTime() / SLOT_MS)} ${step}`;
      const known = gathered.get(key);
      if (known === undefined) gathered.set(key, { bank, at, step, messages: 1n });
      else known.messages++;
    },
    flush() {
      // one at a time: after it, all that was gathered so far is written
      writing = writing.catch(() => {}).then(writeGathered);
      return writing;
    },
  };
}

/** What an authorizer calls, by its own clock. */
export function noteBy(times: Pick<ResponseTimes, 'note'>, clock: Clock): NoteResponse {
  return (bank, ms) => times.note(bank, ms, clock.now());
}

/** In one order on all servers, so that two never wait for each other. */
function byPeriod(gathered: readonly Gathered[]): CountedTimes[] {
  const counted = new Map<string, CountedTimes>();
  for (const { bank, at, step, messages } of gathered) {
    const periods: Periods = periodsAt(at, bank.calendar.timeZone);
    for (const grain of ['hour', 'day'] as const) {
      const startsAt = periods[grain];
      const key = `${bank.bankId}\0${grain}\0${startsAt.getTime()}\0${String(step).padStart(3, '0')}`;
      const known = counted.get(key);
      if (known === undefined) counted.set(key, { bankId: bank.bankId, grain, startsAt, step, messages });
      else known.messages += messages;
    }
  }
  return [...counted].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}
