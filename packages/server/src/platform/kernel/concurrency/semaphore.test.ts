import { describe, expect, it, vi } from 'vitest';
import { ClientDisconnected } from './client-disconnected.ts';
import { Overloaded } from './overloaded.ts';
import { createSemaphore } from './semaphore.ts';

describe('semaphore', () => {
  it('admits a fixed number of callers at once, first come, first served', async () => {
    const semaphore = createSemaphore(2);
    const begun: string[] = [];
    const take = async (name: string, signal?: AbortSignal) => {
      const end = await semaphore.take(signal);
      begun.push(name);
      return end;
    };
    const [endA, endB] = await Promise.all([take('a'), take('b')]);
    const others = [take('c'), take('d')];
    expect(begun).toEqual(['a', 'b']);
    endB();
    await others[0];
    expect(begun).toEqual(['a', 'b', 'c']);
    endA();
    endA();
    const endD = await others[1]!;
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    (await others[0]!)();
    expect(semaphore.count()).toBe(1);
    endD();
    expect(semaphore.count()).toBe(0);
  });

  it('admits no caller that disconnected before or during the wait', async () => {
    const semaphore = createSemaphore(1);
    const end = await semaphore.take();
    const leaving = new AbortController();
    const left = semaphore.take(leaving.signal);
    const stays = semaphore.take();
    leaving.abort();
    await expect(left).rejects.toThrow(ClientDisconnected);
    await expect(semaphore.take(leaving.signal)).rejects.toThrow(ClientDisconnected);
    end();
    (await stays)();
    expect(semaphore.count()).toBe(0);
  });

  it('refuses callers if too many wait, and admits a caller without waiting only if a place is free', async () => {
    const semaphore = createSemaphore(1, { maxWaiting: 1 });
    const end = semaphore.takeIfFree()!;
    expect(semaphore.takeIfFree()).toBeUndefined();
    const waits = semaphore.take();
    await expect(semaphore.take()).rejects.toThrow(Overloaded);
    end();
    expect(semaphore.takeIfFree()).toBeUndefined();
    (await waits)();
    semaphore.takeIfFree()!();
    expect(semaphore.count()).toBe(0);
  });

  it('refuses a caller that has waited for too long, and admits the callers after it', async () => {
    vi.useFakeTimers();
    const semaphore = createSemaphore(1, { longestWaitMs: 1_000 });
    const end = await semaphore.take();
    const refused = expect(semaphore.take()).rejects.toThrow(Overloaded);
    vi.advanceTimersByTime(999);
    const behind = semaphore.take();
    vi.advanceTimersByTime(1);
    await refused;
    end();
    (await behind)();
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(semaphore.count()).toBe(0);
  });
});
