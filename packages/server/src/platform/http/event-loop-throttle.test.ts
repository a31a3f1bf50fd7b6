import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEventLoopThrottle } from './event-loop-throttle.ts';

it('starts a limited number of requests in a turn of the event loop, all in the order in which they came', async () => {
  const throttle = createEventLoopThrottle(3);
  const begun: number[] = [];
  for (let each = 1; each <= 8; each++) throttle.begin(() => begun.push(each));
  expect(begun).toEqual([1, 2, 3]);

  await nextTurn();
  throttle.begin(() => begun.push(9));
  expect(begun, 'one that comes later does not pass those that wait').toEqual([1, 2, 3]);

  await nextTurn();
  expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
  await nextTurn();
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);

  await nextTurn();
  throttle.begin(() => begun.push(10));
  expect(begun, 'with nothing waiting, at once').toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('runs the microtasks of a request before the next one of a later turn starts', async () => {
  const throttle = createEventLoopThrottle(1);
  const order: string[] = [];
  const request = (name: string) => () => {
    order.push(`${name} begins`);
    queueMicrotask(() => order.push(`${name} goes on`));
  };
  for (const name of ['first', 'second', 'third']) throttle.begin(request(name));
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect(order).toEqual([
    'first begins',
    'first goes on',
    'second begins',
    'second goes on',
    'third begins',
    'third goes on',
  ]);
});
