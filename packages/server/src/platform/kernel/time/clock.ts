/** The business clock: in production the system's, in the sandbox one that can be moved forward. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
