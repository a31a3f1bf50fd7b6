import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSpanPlaces } from './span-places.ts';

it('a place spans asynchronous work until it ends', async () => {
  const places = createSpanPlaces();
  const place = places.open({ span: undefined, traceParent: 'a trace' });
  const later = async () => {
    await setImmediate();
    return places.traceParent();
  };
  expect(await place.enter(later)).toBe('a trace');
  expect(places.traceParent()).toBeUndefined();
  const pending = place.enter(later);
  place.end();
  expect(await pending).toBeUndefined();
  expect(place.enter(() => places.traceParent())).toBeUndefined();
});
