import { createSemaphore, type Semaphore, type SemaphoreLimits } from './semaphore.ts';

/**
 * Admits one caller at a time. Groups take turns, so that the many callers of one group delay another group by one turn
 * only.
 */
export interface GroupSemaphore {
  /**
   * Waits for a turn. Throws `Overloaded` if the caller waits for too long, or if too many of its group wait already.
   */
  take(group: string): Promise<() => void>;
}

/** @param limits of each group. The longest wait includes the turns of other groups. */
export function createGroupSemaphore(limits: Required<SemaphoreLimits>): GroupSemaphore {
  const groups = new Map<string, Semaphore>();
  // only the first caller of each group waits for this semaphore
  const semaphore = createSemaphore(1);
  return {
    async take(group) {
      const own = groups.get(group) ?? createSemaphore(1, limits);
      groups.set(group, own);
      const until = performance.now() + limits.longestWaitMs;
      const endOwn = await own.take();
      const leave = () => {
        endOwn();
        if (own.count() === 0) groups.delete(group);
      };
      try {
        const end = await semaphore.take(undefined, Math.max(0, until - performance.now()));
        return () => {
          // the next caller of the group waits until the other groups had their turn
          end();
          leave();
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
