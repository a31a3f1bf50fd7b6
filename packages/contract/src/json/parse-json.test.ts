import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber, type JsonObject, type JsonValue } from './exact-number.ts';
import { parseJson } from './parse-json.ts';
import { writeCanonicalJson, writeJson } from './write-json.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const parsed = (text: string): JsonValue => {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.message);
  return result.value;
};

describe('parseJson refuses', () => {
  it.each([
    ['at the top', '{"a":1,"a":2}'],
    ['with an equal value', '{"a":1,"a":1}'],
    ['at a deep level', '{"a":[{"b":{"c":null,"d":[],"c":null}}]}'],
    ['written with an escape', '{"msg_id":"1","msg\\u005fid":"1"}'],
    ['three times', '{"a":1,"a":1,"a":1}'],
    ['with the name of a prototype member', '{"__proto__":1,"__proto__":2}'],
    ['next to an exact number', '{"a":1.10,"a":1.10}'],
  ])('a duplicate key %s', (_where, text) => {
    expect(parseJson(text)).toEqual({ ok: false, message: 'body holds a duplicate key' });
  });

  it.each([
    ['a NUL in a value', '{"a":"x\\u0000y"}', 'a must not contain U+0000, a NUL'],
    ['a NUL in a key', '{"a\\u0000":1}', 'body must not contain U+0000, a NUL, in the name of a member'],
    ['a lone high surrogate', '{"a":"\\ud83d"}', 'a must not contain U+D83D, a lone surrogate'],
    ['a lone low surrogate', '{"a":"\\ude00"}', 'a must not contain U+DE00, a lone surrogate'],
    [
      'a lone surrogate in a key',
      '{"o":{"\\uD800":1}}',
      'o must not contain U+D800, a lone surrogate, in the name of a member',
    ],
    ['surrogates in the wrong order', '{"a":"\\ude00\\ud83d"}', 'a must not contain U+DE00, a lone surrogate'],
    [
      'a lone surrogate at a deep level',
      '[[{"a":["ok","\\udfff"]}]]',
      '[0][0].a[1] must not contain U+DFFF, a lone surrogate',
    ],
    [
      'a lone surrogate below a card number',
      '{"4000001234567899":{"a":"\\udfff"}}',
      '#.a must not contain U+DFFF, a lone surrogate',
    ],
  ])('%s, written with an escape, and names it', (_what, text, message) => {
    expect(parseJson(text)).toMatchObject({ ok: false, message });
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    '{"a":.5}',
    '{"a":NaN}',
    '{"a":1}}',
    '{"a":"\n"}',
    '{"a":"\u0000"}',
    '\ufeff{}',
    '// {}',
    '{"a":"\\x41"}',
    '{"a":1 "b":2}',
    ']]]][[[[',
  ])('the malformed text %j', (text) => {
    expect(parseJson(text)).toEqual({ ok: false, message: 'body is not valid JSON' });
  });

  it.each([33, 1_000, 100_000])('a depth of %d, without a stack overflow', (depth) => {
    const failure = { ok: false, message: 'nesting deeper than 32' };
    expect(parseJson(nested(depth))).toEqual(failure);
    expect(parseJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toEqual(failure);
    expect(parseJson('['.repeat(depth))).toEqual(failure);
  });
});

describe('parseJson accepts', () => {
  it('a depth of 32, and any number of brackets inside strings', () => {
    expect(parseJson(nested(32)).ok).toBe(true);
    expect(parseJson(`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`).ok).toBe(true);
    expect(parsed(JSON.stringify({ text: '[{"'.repeat(200) }))).toEqual({ text: '[{"'.repeat(200) });
  });

  it('the same key in different objects, and colons and quotes inside strings', () => {
    expect(parsed('[{"a":1},{"a":1},{"b":{"a":1}}]')).toEqual([{ a: 1 }, { a: 1 }, { b: { a: 1 } }]);
    expect(parsed('{"a\\"b:":"c:\\\\","d\\\\":":"}')).toEqual({ 'a"b:': 'c:\\', 'd\\': ':' });
  });

  it('paired surrogates, escaped or not', () => {
    expect(parsed('{"a":"\\ud83d\\ude00","b":"😀 ليلى"}')).toEqual({ a: '😀', b: '😀 ليلى' });
  });
});

describe('numbers', () => {
  it.each([
    '4000001234567899123',
    '12345678901234567',
    '0.1000',
    '1.10',
    '1e5',
    '1E+2',
    '-0',
    '1e400',
    '9007199254740993',
  ])('%s retains its text', (digits) => {
    const value = (parsed(`{"n":${digits}}`) as JsonObject).n;
    expect(value).toBeInstanceOf(ExactNumber);
    expect((value as ExactNumber).text).toBe(digits);
    expect(writeJson({ n: value })).toBe(`{"n":${digits}}`);
  });

  it('an integer that a double represents exactly is a plain number', () => {
    expect(parsed('[0,7,-5,1.5,999999999999,1234567890123456]')).toEqual([
      0, 7, -5, 1.5, 999999999999, 1234567890123456,
    ]);
  });
});

describe('keys with a meaning in JavaScript', () => {
  it.each(['{"__proto__":{"polluted":true}}', '{"__proto__":{"polluted":1.10}}'])(
    '%s is an ordinary member',
    (text) => {
      const value = parsed(text) as JsonObject;
      expect(Object.keys(value)).toEqual(['__proto__']);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect((value as { polluted?: unknown }).polluted).toBeUndefined();
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      expect(writeJson(value)).toBe(text);
      expect(writeCanonicalJson(value)).toBe(text);
    },
  );

  it('constructor and hasOwnProperty are ordinary members', () => {
    const text = '{"constructor":1,"hasOwnProperty":1.10,"toString":[]}';
    expect(writeJson(parsed(text))).toBe(text);
  });
});

it('canonical JSON does not depend on the order of members', () => {
  const one = writeCanonicalJson(parsed('{"b":[{"y":1.10,"x":2}],"a":null}'));
  expect(one).toBe('{"a":null,"b":[{"x":2,"y":1.10}]}');
  expect(writeCanonicalJson(parsed('{"a":null,"b":[{"x":2,"y":1.10}]}'))).toBe(one);
});

describe('on random JSON', () => {
  /** Replaces exact numbers with the doubles that JSON.parse returns for them. */
  const rounded = (value: JsonValue): unknown => JSON.parse(writeJson(value)) as unknown;

  it('parseJson agrees with JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4, stringUnit: 'binary' }), (text) => {
        fc.pre(!text.includes('\\u0000'));
        const result = parseJson(text);
        expect(result.ok).toBe(true);
        expect(rounded((result as { value: JsonValue }).value)).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  it('parseJson never throws, and refuses everything that JSON.parse refuses', () => {
    const piece = fc.constantFrom(...'{}[],:"\\ue+-.0123456789truefalsnl ', '"a":', '"\\u0000"', '1.10', '\ud800');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        if (parseJson(text).ok) expect(() => JSON.parse(text)).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });
});
