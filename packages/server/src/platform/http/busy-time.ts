import { performance } from 'node:perf_hooks';

export interface BusyTime {
  /** The longest time in milliseconds that data may have waited before it is read now. */
  ms(): number;
  stop(): void;
}

interface Iteration {
  readonly endedAt: number;
  /** The idle time of the event loop since it started. */
  readonly idleMs: number;
}

/**
 * Measures how long the event loop has been busy since it polled all connections. Data that is read in a turn may have
 * arrived in the turn before, after its connection was polled. Idle time does not count.
 */
export function measureBusyTime(): BusyTime {
  let last = currentIteration();
  let before = last;
  let next: NodeJS.Immediate;
  const note = () => {
    before = last;
    last = currentIteration();
    // runs at the end of each turn, and does not keep the loop from going idle
    next = setImmediate(note).unref();
  };
  next = setImmediate(note).unref();
  return {
    ms() {
      const { endedAt, idleMs } = currentIteration();
      return Math.max(0, endedAt - before.endedAt - (idleMs - before.idleMs));
    },
    stop: () => clearImmediate(next),
  };
}

function currentIteration(): Iteration {
  return { endedAt: performance.now(), idleMs: performance.eventLoopUtilization().idle };
}
