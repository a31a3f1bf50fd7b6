import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const BUILT = new URL('../../../../dist/host/assembly/observability/span-places.js', import.meta.url);

/** Runs in its own process, because other code in this process may track promises. */
const SCRIPT = `
  import { AsyncResource } from 'node:async_hooks';
  import { setImmediate } from 'node:timers/promises';
  import { createSpanPlaces } from ${JSON.stringify(BUILT)};

  // each promise gets a number where somebody wants to know what it belongs to
  const number = () => new AsyncResource('of a test').asyncId();
  const areFollowed = () => {
    const before = number();
    void Promise.resolve();
    return number() - before > 1;
  };
  const told = [areFollowed()];
  const places = createSpanPlaces();
  const place = places.open({ span: undefined, traceParent: 'a trace' });
  told.push(await place.enter(async () => {
    await setImmediate();
    return places.traceParent();
  }));
  told.push(areFollowed());
  place.end();
  told.push(place.enter(() => places.traceParent()) ?? 'none');
  // Node lets go of promises in a later turn
  await setImmediate();
  told.push(areFollowed());
  console.log(JSON.stringify(told));
`;

it('a place is known across whatever is waited for, until it ends, and nothing is done for promises before and after', async () => {
  const args = ['--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual([false, 'a trace', true, 'none', false]);
});
