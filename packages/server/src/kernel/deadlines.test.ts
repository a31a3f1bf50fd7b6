import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeadlines } from './deadlines.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a deadline', () => {
  it('expires soon after its time, and not where it was taken back', () => {
    const { watch } = createDeadlines();
    const expired: string[] = [];
    watch(100, () => expired.push('one'));
    const takeBack = watch(100, () => expired.push('two'));
    takeBack();
    vi.advanceTimersByTime(99);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(51);
    expect(expired).toEqual(['one']);
  });

  it('that is set for a time of which others have expired stands when one of those is taken back', () => {
    const { watch } = createDeadlines();
    const expired: string[] = [];
    const takeBack = watch(100, () => expired.push('early'));
    vi.advanceTimersByTime(150);
    watch(100, () => expired.push('late'));
    takeBack();
    vi.advanceTimersByTime(50);
    expect(expired).toEqual(['early', 'late']);
  });
});
