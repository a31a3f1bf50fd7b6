export const IDLE_MS = 15 * 60_000;
export const LONGEST_MS = 12 * 3_600_000;
/** In milliseconds. One minute less than the roles are valid: the provider is called in that minute. */
export const ROLES_CHECKED_AFTER_MS = 14 * 60_000;
export const ROLES_HOLD_MS = 15 * 60_000;

export type SessionEnd = 'idle' | 'too old' | 'signed out' | 'ended' | 'roles taken away' | 'provider';

export interface SessionTimes {
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
}

/** The reason why a session has expired; undefined while it is valid. */
export function endByTime({ startedAt, lastUsedAt }: SessionTimes, now: Date): 'idle' | 'too old' | undefined {
  if (now.getTime() >= expiryOf({ startedAt }).getTime()) return 'too old';
  return now.getTime() >= lastUsedAt.getTime() + IDLE_MS ? 'idle' : undefined;
}

export function expiryOf({ startedAt }: Pick<SessionTimes, 'startedAt'>): Date {
  return new Date(startedAt.getTime() + LONGEST_MS);
}
