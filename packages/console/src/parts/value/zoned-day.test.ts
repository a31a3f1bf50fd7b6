import { describe, expect, it } from 'vitest';
import { endOfDay, startOfDay } from './zoned-day.ts';

describe('a day of the bank', () => {
  it('begins and ends at midnight in the time zone of the bank', () => {
    expect(startOfDay('2026-11-20', 'Asia/Dubai').toISOString()).toBe('2026-11-19T20:00:00.000Z');
    expect(endOfDay('2026-11-20', 'Asia/Dubai').toISOString()).toBe('2026-11-20T20:00:00.000Z');
    expect(startOfDay('2026-11-20', 'UTC').toISOString()).toBe('2026-11-20T00:00:00.000Z');
    expect(startOfDay('2026-11-20', 'America/St_Johns').toISOString()).toBe('2026-11-20T03:30:00.000Z');
  });

  it('has 23 or 25 hours where clocks change', () => {
    expect(startOfDay('2026-03-29', 'Europe/Paris').toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect(endOfDay('2026-03-29', 'Europe/Paris').toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(startOfDay('2026-10-25', 'Europe/Paris').toISOString()).toBe('2026-10-24T22:00:00.000Z');
    expect(endOfDay('2026-10-25', 'Europe/Paris').toISOString()).toBe('2026-10-25T23:00:00.000Z');
  });
});
