import { expect, it } from 'vitest';
import { createObjectMaker } from './object-maker.ts';
import { ABSENT } from './tolerances.ts';

it('an object has its present members in the order of the keys', () => {
  const make = createObjectMaker(['c', 'a', 'b']);
  const first = make(['1', ABSENT, 2]);
  const second = make([null, ABSENT, ['x']]);
  expect(Object.entries(first)).toEqual([
    ['c', '1'],
    ['b', 2],
  ]);
  expect(Object.entries(second)).toEqual([
    ['c', null],
    ['b', ['x']],
  ]);
  expect(make([ABSENT, ABSENT, ABSENT])).toEqual({});
});

it.each([6, 30, 31, 40])('of %d keys may lack any of them', (count) => {
  const keys = Array.from({ length: count }, (_, at) => `k${at}`);
  const make = createObjectMaker(keys);
  // This loop uses more combinations than the maker stores.
  for (let way = 0; way < 64; way += 1) {
    const isHere = (at: number) => at > 5 || (way & (1 << at)) !== 0;
    const object = make(keys.map((key, at) => (isHere(at) ? key : ABSENT)));
    expect(Object.entries(object)).toEqual(keys.filter((_, at) => isHere(at)).map((key) => [key, key]));
  }
});
