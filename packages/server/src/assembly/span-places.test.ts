import { AsyncResource } from 'node:async_hooks';
import { expect, it, vi } from 'vitest';
import { WITHIN } from '../testing/within.ts';
import { createSpanPlaces } from './span-places.ts';

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

// in a file of its own: servers that other tests of a file have started would be followed too
it('a place is known across whatever is waited for, until it ends, and nothing is done for promises after that', async () => {
  expect(promisesAreFollowed()).toBe(false);
  const places = createSpanPlaces();
  const place = places.open({ span: undefined, traceParent: TRACE });
  const later = place.enter(async () => {
    await new Promise(setImmediate);
    return places.traceParent();
  });
  expect(await later).toBe(TRACE);
  expect(promisesAreFollowed()).toBe(true);
  place.end();
  expect(place.enter(() => places.traceParent())).toBeUndefined();
  // Node lets go of promises in a later turn
  await vi.waitFor(() => expect(promisesAreFollowed()).toBe(false), WITHIN);
});

/** Whether Node gives each promise a number, as it does where somebody wants to know what it belongs to. */
function promisesAreFollowed(): boolean {
  const number = () => new AsyncResource('of a test').asyncId();
  const before = number();
  void Promise.resolve();
  return number() - before > 1;
}
