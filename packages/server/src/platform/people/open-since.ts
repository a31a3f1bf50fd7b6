import { IDLE_MS, LONGEST_MS } from './session-limits.ts';

/** When a session that is still open was used last at the earliest, and when it began. */
export function openSince(now: Date): { usedAfter: Date; startedAfter: Date } {
  return { usedAfter: new Date(now.getTime() - IDLE_MS), startedAfter: new Date(now.getTime() - LONGEST_MS) };
}
