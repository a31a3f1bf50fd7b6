/** The business clock: production reads the system's, the sandbox one that can be moved forward. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
