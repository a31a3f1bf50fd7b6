import { expect, it, vi } from 'vitest';
import { isPresent, watchPresence } from './presence.ts';

it('a person is present for five seconds after an input, and after the page was opened', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const page = new EventTarget();
  watchPresence(page);
  page.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(4_999);
  expect(isPresent()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isPresent()).toBe(false);
  page.dispatchEvent(new Event('pointerdown'));
  expect(isPresent()).toBe(true);
  vi.useRealTimers();
});
