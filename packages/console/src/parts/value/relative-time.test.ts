import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

it('a time is formatted as its distance from now in the largest unit that fits', () => {
  const now = Date.parse('2026-11-20T08:00:00Z');
  const of = (at: string, locale = 'en-GB') => relativeTime(Date.parse(at), now, locale);
  expect(of('2026-11-20T07:59:30Z')).toBe('30 seconds ago');
  expect(of('2026-11-20T07:01:00Z')).toBe('59 minutes ago');
  expect(of('2026-11-20T05:30:00Z')).toBe('2 hours ago');
  expect(of('2026-11-19T07:00:00Z')).toBe('yesterday');
  expect(of('2026-11-20T09:00:00Z')).toBe('in 1 hour');
  expect(of('2026-11-17T08:00:00Z', 'ar-AE')).toContain('أيام');
});
