import { setPriority } from 'node:os';

/** The niceness of background threads: authorizations go first when all processors are busy. */
export const BACKGROUND_NICENESS = 10;

/**
 * Sets the priority of the calling thread. Does nothing outside of Linux, where it would apply to the whole process.
 * @example setThreadPriority(BACKGROUND_NICENESS);
 */
export function setThreadPriority(niceness: number): void {
  if (process.platform === 'linux') setPriority(niceness);
}
