import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPoolQueue } from './pool-queue.ts';

const LONGEST_MS = 3_000;
const NONE_FREE = 'timeout exceeded when trying to connect';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** What the line sees of a pool, whose one connection is taken until a test gives it back. */
function takenPool() {
  const waiting: (() => void)[] = [];
  let released = 0;
  // biome-ignore lint/suspicious/noExplicitAny: a connection of the driver, of which the line calls one method
  const client: any = { release: () => void released++ };
  return {
    pool: {
      get waitingCount() {
        return waiting.length;
      },
      connect: () => new Promise<typeof client>((resolve) => void waiting.push(() => resolve(client))),
    },
    giveBack: () => waiting.shift()?.(),
    released: () => released,
  };
}

/** What becomes of each who waits, by name, in its order. */
function notes() {
  const told: string[] = [];
  return {
    told,
    note: (name: string, waiting: Promise<unknown>) =>
      void waiting.then(
        () => told.push(`${name} is served`),
        ({ message }: Error) => told.push(`${name}: ${message}`),
      ),
  };
}

describe('whoever waits for a connection of the pool', () => {
  it('gets it when its turn comes, in a burst, however long that takes', async () => {
    const { pool, giveBack } = takenPool();
    const queue = createPoolQueue(pool as never, LONGEST_MS);
    const { told, note } = notes();
    for (const name of ['one', 'two', 'three']) note(name, queue.connect());
    await vi.advanceTimersByTimeAsync(LONGEST_MS);
    expect(told).toEqual([]);
    for (let turn = 0; turn < 3; turn++) giveBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['one is served', 'two is served', 'three is served']);
  });

  it('is refused soon where the line has not ended for long, sooner than those who came first', async () => {
    const { pool, giveBack, released } = takenPool();
    const queue = createPoolQueue(pool as never, LONGEST_MS);
    const { told, note } = notes();
    note('first', queue.connect());
    await vi.advanceTimersByTimeAsync(1_500);
    note('at half of the longest wait', queue.connect());
    await vi.advanceTimersByTimeAsync(1);
    note('later', queue.connect());
    await vi.advanceTimersByTimeAsync(299);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual([`later: ${NONE_FREE}`]);
    // a connection that comes for one who is gone goes back
    for (let turn = 0; turn < 3; turn++) giveBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(told.slice(1)).toEqual(['first is served', 'at half of the longest wait is served']);
    expect(released()).toBe(1);
  });

  it('waits as long as the pool allows again once the line has ended', async () => {
    const { pool, giveBack } = takenPool();
    const queue = createPoolQueue(pool as never, LONGEST_MS);
    const { told, note } = notes();
    note('first', queue.connect());
    await vi.advanceTimersByTimeAsync(2_000);
    giveBack();
    note('next', queue.connect());
    await vi.advanceTimersByTimeAsync(1_000);
    giveBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['first is served', 'next is served']);
  });
});
