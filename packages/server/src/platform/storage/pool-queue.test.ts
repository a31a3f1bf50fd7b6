import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPoolQueue } from './pool-queue.ts';

const LONGEST_MS = 3_000;
const NONE_FREE = 'timeout exceeded when trying to connect';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A pool whose only connection is taken until a test releases it. */
function takenPool() {
  const waiting: (() => void)[] = [];
  let released = 0;
  // biome-ignore lint/suspicious/noExplicitAny: a connection of the driver, of which the queue calls one method
  const client: any = { release: () => void released++ };
  return {
    pool: {
      get waitingCount() {
        return waiting.length;
      },
      connect: () => new Promise<typeof client>((resolve) => void waiting.push(() => resolve(client))),
    },
    releaseUse: () => waiting.shift()?.(),
    released: () => released,
  };
}

/** The results of the waiting callers, by name, in order. */
function notes() {
  const order: string[] = [];
  return {
    told: order,
    note: (name: string, waiting: Promise<unknown>) =>
      void waiting.then(
        () => order.push(`${name} is served`),
        ({ message }: Error) => order.push(`${name}: ${message}`),
      ),
  };
}

describe('a caller that waits for a connection of the pool', () => {
  it('gets it in its turn, in a burst, however long that takes', async () => {
    const { pool, releaseUse } = takenPool();
    const queue = createPoolQueue(pool as never, LONGEST_MS);
    const { told: order, note } = notes();
    for (const name of ['one', 'two', 'three']) note(name, queue.connect());
    await vi.advanceTimersByTimeAsync(LONGEST_MS);
    expect(order).toEqual([]);
    for (let turn = 0; turn < 3; turn++) releaseUse();
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['one is served', 'two is served', 'three is served']);
  });

  it('is refused soon if the queue has not been empty for long, sooner than earlier callers', async () => {
    const { pool, releaseUse, released } = takenPool();
    const queue = createPoolQueue(pool as never, LONGEST_MS);
    const { told: order, note } = notes();
    note('first', queue.connect());
    await vi.advanceTimersByTimeAsync(1_500);
    note('at half of the longest wait', queue.connect());
    await vi.advanceTimersByTimeAsync(1);
    note('later', queue.connect());
    await vi.advanceTimersByTimeAsync(299);
    expect(order).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(order).toEqual([`later: ${NONE_FREE}`]);
    // a connection for a caller that has disconnected returns to the pool
    for (let turn = 0; turn < 3; turn++) releaseUse();
    await vi.advanceTimersByTimeAsync(0);
    expect(order.slice(1)).toEqual(['first is served', 'at half of the longest wait is served']);
    expect(released()).toBe(1);
  });

  it('waits as long as the pool allows once the queue has been empty', async () => {
    const { pool, releaseUse } = takenPool();
    const queue = createPoolQueue(pool as never, LONGEST_MS);
    const { told: order, note } = notes();
    note('first', queue.connect());
    await vi.advanceTimersByTimeAsync(2_000);
    releaseUse();
    note('next', queue.connect());
    await vi.advanceTimersByTimeAsync(1_000);
    releaseUse();
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['first is served', 'next is served']);
  });
});
