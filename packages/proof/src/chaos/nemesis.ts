import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../server/src/testing/random.ts';
import type { ChaosDatabase } from './chaos-database.ts';
import type { ChaosServer } from './chaos-servers.ts';

/** The targets of faults. */
export interface Victims {
  readonly servers: readonly ChaosServer[];
  readonly database: ChaosDatabase;
  /** The accounts in use at the moment. */
  readonly accountNumbers: () => readonly string[];
  /** Aborts when faults must end. */
  readonly over: AbortSignal;
  readonly moveClock: (server: number, seconds: number) => Promise<boolean>;
}

/** One kind of fault. It restores everything at its end. */
export interface Fault {
  readonly name: string;
  /** The reason why this fault cannot run here. */
  readonly leftOut?: string;
  /** Causes the fault and returns a description of it; undefined if there was no target. */
  inject(victims: Victims, random: Random): Promise<string | undefined>;
  /** Whether the fault may continue while others run. */
  readonly isBackground?: boolean;
}

/** A fault that occurred, with its times. */
export interface InjectedFault {
  readonly name: string;
  readonly what: string;
  readonly beganMs: number;
  readonly endedMs: number;
}

const PAUSE_MS = [800, 3_500] as const;

export interface Nemesis {
  readonly injectedFaults: readonly InjectedFault[];
  /** Ends the running faults first. */
  stop(): Promise<void>;
}

/** Causes one fault after the other, each kind equally often. */
export function startNemesis(
  faults: readonly Fault[],
  others: Omit<Victims, 'over'>,
  random: Random,
  report: (line: string) => void,
): Nemesis {
  const injectedFaults: InjectedFault[] = [];
  const background: Promise<void>[] = [];
  const over = new AbortController();
  const victims = { ...others, over: over.signal };

  const harm = async (fault: Fault) => {
    const beganMs = performance.now();
    const what = await fault.inject(victims, random);
    if (what === undefined) return;
    const endedMs = performance.now();
    injectedFaults.push({ name: fault.name, what, beganMs, endedMs });
    report(`${((endedMs - beganMs) / 1_000).toFixed(1).padStart(6)} s  ${fault.name}: ${what}`);
  };
  const run = async () => {
    for (let deck: Fault[] = []; !over.signal.aborted; ) {
      // While all servers are still starting, a fault would affect no requests.
      if (others.servers.every(({ isAway }) => isAway())) {
        await delay(100);
        continue;
      }
      if (deck.length === 0) deck = shuffled(faults, random);
      const fault = deck.pop()!;
      const harming = harm(fault);
      if (fault.isBackground === true) {
        // An error is reported at the end.
        harming.catch(() => {});
        background.push(harming);
      } else await harming;
      await delay(random.from(...PAUSE_MS), undefined, { signal: over.signal }).catch(() => {});
    }
    await Promise.all(background);
  };
  const running = run();
  running.catch(() => {});
  return {
    injectedFaults,
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
