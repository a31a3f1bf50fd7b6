import { IDLE_MS, LONGEST_MS } from './session-limits.ts';

/** The earliest times at which a session that is still open can have been used last, and can have begun. */
export function openSince(now: Date): { usedAfter: Date; startedAfter: Date } {
  return { usedAfter: new Date(now.getTime() - IDLE_MS), startedAfter: new Date(now.getTime() - LONGEST_MS) };
}
