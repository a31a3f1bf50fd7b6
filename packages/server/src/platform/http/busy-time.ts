import { performance } from 'node:perf_hooks';

export interface BusyTime {
  /** The longest time for which something that is read now may have waited to be read. */
  ms(): number;
  stop(): void;
}

interface Turn {
  readonly endedAt: number;
  /** Of the event loop, since it began. */
  readonly idleMs: number;
}

/**
 * How long the event loop has been at work since it looked at all connections. What is read in one of its turns may have come in
 * the turn before, after its connection was looked at. Time in which the loop had nothing to do does not count.
 */
export function measureBusyTime(): BusyTime {
  let last = turnThatEnds();
  let before = last;
  let next: NodeJS.Immediate;
  const note = () => {
    before = last;
    last = turnThatEnds();
    // at the end of each turn, and without one it waits as if this were not there
    next = setImmediate(note).unref();
  };
  next = setImmediate(note).unref();
  return {
    ms() {
      const { endedAt, idleMs } = turnThatEnds();
      return Math.max(0, endedAt - before.endedAt - (idleMs - before.idleMs));
    },
    stop: () => clearImmediate(next),
  };
}

function turnThatEnds(): Turn {
  return { endedAt: performance.now(), idleMs: performance.eventLoopUtilization().idle };
}
