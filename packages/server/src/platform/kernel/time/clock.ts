/** The business clock: the system clock in production, and one that can be moved forward in the sandbox. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
