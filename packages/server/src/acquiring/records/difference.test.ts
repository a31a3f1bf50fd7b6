import { type JsonValue, parseJson } from '@cardwright/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, isEqual } from './difference.ts';

function exact(text: string): JsonValue {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

describe('a difference', () => {
  it('names each changed, added and removed value with the deepest possible path', () => {
    const before = exact(
      '{"name":"A","same":[1,{"x":true}],"gone":null,"list":[{"city":"Dubai","zip":"1"},{"city":"Ajman"}]}',
    );
    const after = exact('{"name":"B","same":[1,{"x":true}],"list":[{"city":"Sharjah","zip":"1"}],"new":{"a":[]}}');
    expect(difference(before, after)).toEqual([
      { path: 'name', from: 'A', to: 'B' },
      { path: 'gone', from: null, to: null },
      { path: 'list[0].city', from: 'Dubai', to: 'Sharjah' },
      { path: 'list[1]', from: { city: 'Ajman' }, to: null },
      { path: 'new', from: null, to: { a: [] } },
    ]);
  });

  it.each([
    ['1.1', '1.10', false],
    ['1.10', '1.10', true],
    ['1', '1.0', false],
    ['1', '"1"', false],
    ['12345678901234567890', '12345678901234567891', false],
    ['1e2', '100', false],
    ['"1.10"', '"1.1"', false],
  ])('compares numbers by their digits: %s and %s', (one, other, same) => {
    expect(isEqual(exact(one), exact(other))).toBe(same);
  });

  it('treats members with names such as __proto__ as ordinary members', () => {
    const before = exact('{"__proto__":{"a":1}}');
    expect(difference(before, exact('{}'))).toEqual([{ path: '__proto__', from: { a: 1 }, to: null }]);
    expect(difference(exact('{}'), exact('{"constructor":1}'))).toEqual([{ path: 'constructor', from: null, to: 1 }]);
  });

  it('is empty exactly when nothing differs', () => {
    const values = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
    fc.assert(
      fc.property(values, values, (one, other) => {
        expect(difference(one, one)).toEqual([]);
        expect(difference(one, other).length === 0).toBe(sameJson(one, other));
      }),
    );
  });
});

/** Ignores the order of members. The test has its own comparison, so that it does not use the code that it checks. */
function sameJson(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => ({ key, member: sorted(member) }));
  };
  const marked = (value: unknown) => JSON.stringify([Array.isArray(value), sorted(value)]);
  return marked(one) === marked(other);
}
