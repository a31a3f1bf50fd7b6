import { expect, it, vi } from 'vitest';
import { createGroupSemaphore } from './group-semaphore.ts';
import { Overloaded } from './overloaded.ts';

it('groups take turns, however many callers of one of them came first', async () => {
  const semaphore = createGroupSemaphore({ longestWaitMs: 60_000, maxWaiting: 10 });
  const served: string[] = [];
  const call = async (group: string) => {
    const end = await semaphore.take(group);
    served.push(group);
    await new Promise(setImmediate);
    end();
    end();
  };
  const many = Array.from({ length: 6 }, () => call('A'));
  await Promise.all([...many, call('B'), call('B'), call('C')]);
  expect(served.join('')).toBe('ABCABAAAA');
});

it('a full group refuses its callers, and another group does not', async () => {
  const semaphore = createGroupSemaphore({ longestWaitMs: 60_000, maxWaiting: 2 });
  const [first, ...waiting] = [semaphore.take('A'), semaphore.take('A'), semaphore.take('A')];
  await expect(semaphore.take('A')).rejects.toThrow(Overloaded);
  const other = semaphore.take('B');
  (await first!)();
  for (const next of [other, ...waiting]) (await next)();
});

it('the longest wait includes the wait within the group and the wait for other groups', async () => {
  vi.useFakeTimers();
  const semaphore = createGroupSemaphore({ longestWaitMs: 1_000, maxWaiting: 10 });
  const endA = await semaphore.take('A');
  const inOwn = semaphore.take('B');
  const refused = expect(inOwn).rejects.toThrow(Overloaded);
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
  endA();
  (await semaphore.take('B'))();
  vi.useRealTimers();
});
