import { expect, it, vi } from 'vitest';
import { createLatencyMeter } from '../time/latency-meter.ts';
import { createBackgroundThrottle } from './background-throttle.ts';

it.each([
  ['there are no requests', undefined, 0],
  ['answers take as long as usual', 1, 20],
  ['answers take less than usual', 0.5, 20],
  ['answers take twice as long', 2, 180],
  ['answers take ten times as long', 10, 1_000],
])(
  'after a chunk of 20 ms, while %s, work pauses for the duration of the chunk, longer, or not at all',
  async (_, slow, pause) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const throttle = createBackgroundThrottle({ slowness: () => slow });
    let isOver = false;
    const waiting = throttle(20).then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(Math.max(0, pause - 1));
    expect(isOver).toBe(pause === 0);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    vi.useRealTimers();
  },
);

it('a meter compares the latest response times with all of them', () => {
  const meter = createLatencyMeter();
  expect(meter.slowness()).toBeUndefined();
  for (let at = 0; at < 1_000; at++) meter.note(10);
  expect(meter.slowness()).toBeCloseTo(1, 5);
  for (let at = 0; at < 100; at++) meter.note(40);
  expect(meter.slowness()).toBeGreaterThan(3);
  for (let at = 0; at < 200; at++) meter.note(10);
  expect(meter.slowness()).toBeLessThan(1.2);
});

it('slow responses become the usual ones after minutes, not after seconds, at any rate of requests', () => {
  for (const perSecond of [20, 4_000]) {
    const meter = createLatencyMeter();
    let at = performance.now() - 2_000_000;
    const noteFor = (seconds: number, ms: number) => {
      for (const until = at + seconds * 1_000; at < until; at += 1_000 / perSecond) meter.note(ms, at);
    };
    const last = () => {
      meter.note(30, performance.now());
      return meter.slowness();
    };
    noteFor(120, 10);
    noteFor(10, 30);
    expect(last()).toBeGreaterThan(2);
    at = performance.now() - 1_000_000;
    noteFor(900, 30);
    expect(last()).toBeLessThan(1.2);
  }
});

it('a first response of no duration does not make all others slow', () => {
  const meter = createLatencyMeter();
  meter.note(-1);
  for (let each = 0; each < 1_000; each += 1) meter.note(10);
  expect(meter.slowness()).toBeCloseTo(1, 1);
});

it('an overload of ten seconds does not change what is usual', () => {
  const meter = createLatencyMeter();
  let at = performance.now() - 190_000;
  const noteFor = (seconds: number, ms: number) => {
    for (let each = 0; each < seconds * 100; each += 1) {
      at += 10;
      meter.note(ms, at);
    }
  };
  noteFor(180, 10);
  noteFor(10, 5_000);
  for (let each = 0; each < 200; each += 1) meter.note(20, performance.now());
  // twice as slow as usual; in the mean of all responses, 20 ms would hardly count
  expect(meter.slowness()).toBeGreaterThan(1.7);
  expect(meter.slowness()).toBeLessThan(2.1);
});
