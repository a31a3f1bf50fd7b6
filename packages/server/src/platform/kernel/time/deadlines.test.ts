import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeadlines } from './deadlines.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a deadline', () => {
  it('expires shortly after its time, and not after it was removed', () => {
    const { watch, cancel } = createDeadlines();
    const expired: string[] = [];
    const two = { expire: () => expired.push('two') };
    watch(100, { expire: () => expired.push('one') });
    watch(100, two);
    cancel(100, two);
    vi.advanceTimersByTime(99);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(51);
    expect(expired).toEqual(['one']);
  });

  it('survives the removal of an expired one of the same time', () => {
    const { watch, cancel } = createDeadlines();
    const expired: string[] = [];
    const early = { expire: () => expired.push('early') };
    watch(100, early);
    vi.advanceTimersByTime(150);
    watch(100, { expire: () => expired.push('late') });
    cancel(100, early);
    vi.advanceTimersByTime(50);
    expect(expired).toEqual(['early', 'late']);
  });
});
