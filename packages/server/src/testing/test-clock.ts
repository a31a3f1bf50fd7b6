import type { Clock } from '../platform/kernel/time/clock.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(instant: string): void;
  advance(ms: number): void;
}

export function testClock(instant: string): TestClock {
  let ms = Date.parse(instant);
  return {
    now: () => new Date(ms),
    set: (to) => {
      ms = Date.parse(to);
    },
    advance: (by) => {
      ms += by;
    },
  };
}
