import { describe, expect, it } from 'vitest';
import { spanOf } from './spans.ts';

const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString());

describe('the time span of the overview', () => {
  it('is 24 hours by the clock of the bank, each compared with the same hour a week before', () => {
    const { times, before } = spanOf('day', Date.parse('2026-11-20T08:10:00Z'), 'Asia/Kolkata');
    expect(times).toHaveLength(24);
    expect(iso(times).at(-1)).toBe('2026-11-20T07:30:00.000Z');
    expect(iso(times)[0]).toBe('2026-11-19T08:30:00.000Z');
    expect(iso(before).at(-1)).toBe('2026-11-13T07:30:00.000Z');
  });

  it('is compared with the same hour even if the clocks changed in between', () => {
    const { times, before } = spanOf('day', Date.parse('2026-10-27T11:20:00Z'), 'Europe/Paris');
    // The first is noon in winter, the second is noon in summer.
    expect([iso(times).at(-1), iso(before).at(-1)]).toEqual(['2026-10-27T11:00:00.000Z', '2026-10-20T10:00:00.000Z']);
  });

  it('is a week of days compared with the week before, each starting at its own midnight', () => {
    const { times, before } = spanOf('week', Date.parse('2026-10-28T11:20:00Z'), 'Europe/Paris');
    expect(iso(times)).toEqual([
      '2026-10-21T22:00:00.000Z',
      '2026-10-22T22:00:00.000Z',
      '2026-10-23T22:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-10-26T23:00:00.000Z',
      '2026-10-27T23:00:00.000Z',
    ]);
    expect([iso(before)[0], iso(before).at(-1)]).toEqual(['2026-10-14T22:00:00.000Z', '2026-10-20T22:00:00.000Z']);
  });
});
