import { expect, it } from 'vitest';
import { localTime, zonedTime } from './zoned-time.ts';

it('a typed time is in the time zone of the bank, even when its clocks change', () => {
  expect(zonedTime('2026-12-24T23:59', 'Asia/Dubai')).toBe('2026-12-24T23:59:00.000+04:00');
  expect(zonedTime('2026-07-01T08:00', 'Europe/Paris')).toBe('2026-07-01T08:00:00.000+02:00');
  expect(zonedTime('2026-12-01T08:00', 'Europe/Paris')).toBe('2026-12-01T08:00:00.000+01:00');
  expect(zonedTime('2026-12-01T08:00', 'UTC')).toBe('2026-12-01T08:00:00.000+00:00');
  expect(zonedTime('', 'UTC')).toBe('');
  expect(localTime('2026-12-24T23:59:00.000+04:00')).toBe('2026-12-24T23:59');
});
