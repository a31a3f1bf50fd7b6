import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPoolQueue, type PoolConnection, type PoolQueue, transactionsAtOnce } from './pool-queue.ts';

const LONGEST_MS = 3_000;
const NONE_FREE = 'timeout exceeded when trying to connect';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A pool with free connections, and the number of those that were released. */
function freePool() {
  let released = 0;
  // biome-ignore lint/suspicious/noExplicitAny: a connection of the driver, of which the queue calls one method
  const client: any = { release: () => void released++ };
  return { pool: { connect: async () => client }, released: () => released };
}

/** Callers of a queue by name, and their outcomes, in order. */
function callersOf(queue: PoolQueue) {
  const order: string[] = [];
  const held: PoolConnection[] = [];
  return {
    order,
    call: (name: string) =>
      void queue.connect().then(
        (connection) => {
          order.push(`${name} is served`);
          held.push(connection);
        },
        ({ message }: Error) => order.push(`${name}: ${message}`),
      ),
    release: async () => {
      held.shift()?.release(undefined);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('a transaction that waits for a connection of the pool', () => {
  it('gets it in its turn, in a burst, however long that takes', async () => {
    const queue = createPoolQueue(freePool().pool, LONGEST_MS, () => 1);
    const { call, order, release } = callersOf(queue);
    for (const name of ['one', 'two', 'three']) call(name);
    await vi.advanceTimersByTimeAsync(LONGEST_MS - 1);
    expect([order, queue.waiting()]).toEqual([['one is served'], 2]);
    await release();
    await release();
    expect([order, queue.waiting()]).toEqual([['one is served', 'two is served', 'three is served'], 0]);
  });

  it('is refused sooner than earlier ones if the queue has not been empty for long', async () => {
    const { pool, released } = freePool();
    const { call, order, release } = callersOf(createPoolQueue(pool, LONGEST_MS, () => 1));
    call('the running one');
    await vi.advanceTimersByTimeAsync(0);
    call('first');
    await vi.advanceTimersByTimeAsync(1_500);
    call('at half of the longest wait');
    await vi.advanceTimersByTimeAsync(1);
    call('later');
    await vi.advanceTimersByTimeAsync(299);
    expect(order).toEqual(['the running one is served']);
    await vi.advanceTimersByTimeAsync(1);
    expect(order.slice(1)).toEqual([`later: ${NONE_FREE}`]);
    for (let turn = 0; turn < 3; turn++) await release();
    expect(order.slice(2)).toEqual(['first is served', 'at half of the longest wait is served']);
    expect(released()).toBe(3);
  });

  it('waits as long as the pool allows once the queue has been empty', async () => {
    const { call, order, release } = callersOf(createPoolQueue(freePool().pool, LONGEST_MS, () => 1));
    call('first');
    call('second');
    await vi.advanceTimersByTimeAsync(2_000);
    await release();
    call('next');
    await vi.advanceTimersByTimeAsync(1_000);
    await release();
    expect(order).toEqual(['first is served', 'second is served', 'next is served']);
  });

  it('is not counted once the pool cannot connect', async () => {
    const connect = async () => Promise.reject(new Error('connection refused'));
    const { call, order } = callersOf(createPoolQueue({ connect } as never, LONGEST_MS, () => 1));
    for (const name of ['one', 'two']) call(name);
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['one: connection refused', 'two: connection refused']);
  });

  it('is one of two for each processor, of fewer while authorizations are slower, but of at least three', async () => {
    let slow: number | undefined;
    const traffic = { slowness: () => slow };
    const atOnce = (processors: number) => transactionsAtOnce(10, traffic, processors);
    const counts = [undefined, 0.5, 1, 2, 3, 10].map((slowness) => {
      slow = slowness;
      return [atOnce(8), atOnce(4), atOnce(1)];
    });
    expect(counts).toEqual([
      ...[undefined, 0.5, 1].map(() => [10, 8, 3]),
      ...[
        [5, 4, 3],
        [3, 3, 3],
        [3, 3, 3],
      ],
    ]);
    expect([transactionsAtOnce(2, traffic, 4), transactionsAtOnce(10, undefined, 4)]).toEqual([2, 8]);
    const queue = createPoolQueue(freePool().pool, LONGEST_MS, () => atOnce(4));
    const { call, order, release } = callersOf(queue);
    for (let caller = 0; caller < 9; caller++) call('a caller');
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toHaveLength(3);
    slow = 1;
    await release();
    expect(order).toHaveLength(9);
  });
});
