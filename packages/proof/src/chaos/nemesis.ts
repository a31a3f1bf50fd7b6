import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../server/src/testing/random.ts';
import type { ChaosDatabase } from './chaos-database.ts';
import type { ChaosServer } from './chaos-servers.ts';

/** What can be harmed. */
export interface Victims {
  readonly servers: readonly ChaosServer[];
  readonly database: ChaosDatabase;
  /** Accounts that are used just now. */
  readonly accountNumbers: () => readonly string[];
  /** When harm is over. */
  readonly over: AbortSignal;
  readonly moveClock: (server: number, seconds: number) => Promise<boolean>;
}

/** One kind of harm. It ends with everything whole again. */
export interface Fault {
  readonly name: string;
  /** Why it cannot be tried here. */
  readonly leftOut?: string;
  /** Says what it did; undefined where there was nobody to harm. */
  harm(victims: Victims, random: Random): Promise<string | undefined>;
  /** It may go on beside others. */
  readonly isBackground?: boolean;
}

/** What was done, and when. */
export interface Harm {
  readonly name: string;
  readonly what: string;
  readonly beganMs: number;
  readonly endedMs: number;
}

const PAUSE_MS = [800, 3_500] as const;

export interface Nemesis {
  readonly harms: readonly Harm[];
  /** Faults that are under way are ended first. */
  stop(): Promise<void>;
}

/** One fault after the other, each kind as often as the others. */
export function startNemesis(
  faults: readonly Fault[],
  others: Omit<Victims, 'over'>,
  random: Random,
  say: (line: string) => void,
): Nemesis {
  const harms: Harm[] = [];
  const beside: Promise<void>[] = [];
  const over = new AbortController();
  const victims = { ...others, over: over.signal };

  const harm = async (fault: Fault) => {
    const beganMs = performance.now();
    const what = await fault.harm(victims, random);
    if (what === undefined) return;
    const endedMs = performance.now();
    harms.push({ name: fault.name, what, beganMs, endedMs });
    say(`${((endedMs - beganMs) / 1_000).toFixed(1).padStart(6)} s  ${fault.name}: ${what}`);
  };
  const run = async () => {
    for (let deck: Fault[] = []; !over.signal.aborted; ) {
      // while all servers are still starting, nobody uses what could be harmed
      if (others.servers.every(({ isAway }) => isAway())) {
        await delay(100);
        continue;
      }
      if (deck.length === 0) deck = shuffled(faults, random);
      const fault = deck.pop()!;
      const harming = harm(fault);
      if (fault.isBackground === true) {
        // what fails is told when all is over
        harming.catch(() => {});
        beside.push(harming);
      } else await harming;
      await delay(random.from(...PAUSE_MS), undefined, { signal: over.signal }).catch(() => {});
    }
    await Promise.all(beside);
  };
  const running = run();
  running.catch(() => {});
  return {
    harms,
    stop: async () => {
      over.abort();
      await running;
    },
  };
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  return values.map(() => left.splice(random.from(0, left.length - 1), 1)[0]!);
}
