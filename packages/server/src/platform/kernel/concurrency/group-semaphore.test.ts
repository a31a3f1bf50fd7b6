import { expect, it, vi } from 'vitest';
import { createGroupSemaphore } from './group-semaphore.ts';
import { Overloaded } from './overloaded.ts';

it('groups take turns, however many callers of one of them came first', async () => {
  const turns = createGroupSemaphore({ longestWaitMs: 60_000, maxWaiting: 10 });
  const served: string[] = [];
  const call = async (group: string) => {
    const end = await turns.take(group);
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
  const turns = createGroupSemaphore({ longestWaitMs: 60_000, maxWaiting: 2 });
  const [first, ...waiting] = [turns.take('A'), turns.take('A'), turns.take('A')];
  await expect(turns.take('A')).rejects.toThrow(Overloaded);
  const other = turns.take('B');
  (await first!)();
  for (const next of [other, ...waiting]) (await next)();
});

it('the longest wait includes the wait within the group and the wait for other groups', async () => {
  vi.useFakeTimers();
  const turns = createGroupSemaphore({ longestWaitMs: 1_000, maxWaiting: 10 });
  const endA = await turns.take('A');
  const inOwn = turns.take('B');
  const refused = expect(inOwn).rejects.toThrow(Overloaded);
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
  endA();
  (await turns.take('B'))();
  vi.useRealTimers();
});
