import { expect, it, vi } from 'vitest';
import { every } from './every.ts';

it('runs other work between two runs of a job, never beside one', async () => {
  vi.useFakeTimers();
  const events: string[] = [];
  const ends: (() => void)[] = [];
  const hold = (name: string) => () =>
    new Promise<void>((resolve) => {
      events.push(`${name} starts`);
      ends.push(() => {
        events.push(`${name} ends`);
        resolve();
      });
    });
  const job = every(10, hold('job'), () => {});
  await vi.advanceTimersByTimeAsync(10);
  const other = job.whileIdle(hold('other work'));
  await vi.advanceTimersByTimeAsync(100);
  expect(events).toEqual(['job starts']);
  ends.shift()?.();
  await vi.advanceTimersByTimeAsync(100);
  expect(events).toEqual(['job starts', 'job ends', 'other work starts']);
  ends.shift()?.();
  await other;
  await vi.advanceTimersByTimeAsync(10);
  expect(events.slice(3)).toEqual(['other work ends', 'job starts']);
  ends.shift()?.();
  await job.stop();
  vi.useRealTimers();
});

it('runs other works one after the other, also after one that fails', async () => {
  const events: string[] = [];
  const job = every(
    60_000,
    async () => {},
    () => {},
  );
  const work = (name: string, failure?: Error) => async () => {
    events.push(`${name} starts`);
    await Promise.resolve();
    events.push(`${name} ends`);
    if (failure !== undefined) throw failure;
  };
  const first = job.whileIdle(work('first', new Error('no disk')));
  const second = job.whileIdle(work('second'));
  await expect(first).rejects.toThrow('no disk');
  await second;
  expect(events).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
  await job.stop();
});
