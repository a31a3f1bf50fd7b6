import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type CurrentPrimary, choosePrimary, explainNoPrimary } from './choose-primary.ts';
import { type HostReport, probeHost } from './probe-host.ts';

/** Searches for the primary among several hosts. */
export interface PrimarySearch {
  /** The last known primary, whether or not it is confirmed. */
  readonly current: () => CurrentPrimary | undefined;
  /** Makes the next `find` search again. */
  doubt(): void;
  /** Probes all hosts. Concurrent callers share the result. */
  look(): Promise<readonly HostReport[]>;
  /** Returns at once if the primary is known; otherwise probes until one is found. */
  find(): Promise<CurrentPrimary>;
}

const FIND_MS = 5_000;
const PAUSE_MS = { least: 50, most: 1_000 };

export function createPrimarySearch(
  hosts: readonly pg.ClientConfig[],
  names: readonly string[],
  onChange: (now: CurrentPrimary, before: CurrentPrimary | undefined) => void,
): PrimarySearch {
  let current: CurrentPrimary | undefined;
  let isSure = false;
  let looking: Promise<readonly HostReport[]> | undefined;
  let finding: Promise<CurrentPrimary> | undefined;

  const probeAll = async () => {
    const reports = await Promise.all(hosts.map(probeHost));
    const primary = choosePrimary(reports, current);
    isSure = primary !== undefined;
    if (primary === undefined) return reports;
    const before = current;
    current = primary;
    onChange(primary, before);
    return reports;
  };
  const look = () => {
    looking ??= probeAll().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const findAgainAndAgain = async () => {
    const until = performance.now() + FIND_MS;
    for (let pause = PAUSE_MS.least; ; pause = Math.min(2 * pause, PAUSE_MS.most)) {
      const reports = await look();
      if (isSure && current !== undefined) return current;
      // PostgreSQL's code for a connection that could not be made
      if (performance.now() > until)
        throw Object.assign(new Error(explainNoPrimary(reports, names)), { code: '08001' });
      // random, so that servers that lost the primary together do not probe at the same time
      await delay(pause * (0.5 + Math.random() / 2));
    }
  };
  return {
    current: () => current,
    doubt: () => {
      isSure = false;
    },
    look,
    async find() {
      if (isSure && current !== undefined) return current;
      finding ??= findAgainAndAgain().finally(() => {
        finding = undefined;
      });
      return await finding;
    },
  };
}
