import { describe, expect, it } from 'vitest';
import { onboardMerchants } from '../merchants/onboard-merchants.ts';
import { list, record, text } from '../schema/fields.ts';
import { listLimitsOf } from '../schema/list-limits.ts';
import { trimJson } from './trim-json.ts';

const schema = record({
  short: list(text(5), { maxItems: 2 }),
  nested: list(record({ inner: list(text(5), { maxItems: 1, alsoSpelled: ['Inner'] }) }), { maxItems: 3 }),
  together: list(record({ all: list(text(5), { maxItems: 3, maximumOfAll: true }) }), { maxItems: 9 }),
});
const limits = listLimitsOf(schema);
const trim = (text: string) => trimJson(text, limits);
const many = (count: number, entry = '1') => `[${Array(count).fill(entry).join(',')}]`;

describe('a text whose lists do not exceed their maximum', () => {
  it.each([
    '{"short":["a","b"],"nested":[{"inner":["a"]},{},{}],"other":[1,2,3]}',
    ' { "short" : [ ] , "a" : { "b" : null } } ',
    '[]',
    '"[1,2,3]"',
    '{"short":["[1,2,3,4","\\"],[,,,,","x"]}',
    'no JSON [[[ at all }}}',
    '',
  ])('is unchanged: %s', (text) => {
    expect(trim(text)).toEqual({ text: text, overlong: [], overlongCount: 0 });
  });
});

describe('a list beyond its maximum', () => {
  it('of the schema retains one extra entry, so that the schema refuses it', () => {
    expect(trim('{"short":["a","b","c","d","e"],"after":1}')).toEqual({
      text: '{"short":["a","b","c"],"after":1}',
      overlong: [],
      overlongCount: 0,
    });
  });

  it.each([
    ['under another accepted spelling', '{"nested":[{"Inner":[1,2,3]}]}', '{"nested":[{"Inner":[1,2]}]}'],
    ['under a key with escapes', '{"nested":[{"\\u0069nner":[1,2,3]}]}', '{"nested":[{"\\u0069nner":[1,2]}]}'],
    [
      'that contains lists, objects and strings',
      '{"short":[[1,2],{"a":"]"},"}",{"b":[1]}]}',
      '{"short":[[1,2],{"a":"]"},"}"]}',
    ],
    ['that has no end', '{"short":[1,2,3,4,[5', '{"short":[1,2,3'],
  ])('%s is found too', (_what, text, left) => {
    expect(trim(text).text).toBe(left);
  });

  it('that is in no schema is cut to 100 entries, and named', () => {
    expect(trim(`{"x":{"unknown":${many(101)}},"y":1}`)).toEqual({
      text: `{"x":{"unknown":${many(100)}},"y":1}`,
      overlong: [{ path: 'x.unknown', most: 100 }],
      overlongCount: 1,
    });
    expect(trim(`{"nested":[{},{"z":[${many(101)}]}]}`).overlong).toEqual([{ path: 'nested[1].z[0]', most: 100 }]);
  });

  it('counts over the whole request if the schema requires it', () => {
    const text = '{"together":[{"all":[1,2]},{"all":[]},{"all":[3,4,5]},{"all":[6]}]}';
    expect(trim(text).text).toBe('{"together":[{"all":[1,2]},{"all":[]},{"all":[3,4]},{"all":[]}]}');
  });
});

describe('an object with more than 500 members', () => {
  it('is cut to 500 members, and named', () => {
    const members = Array.from({ length: 501 }, (_, at) => `"k${at}":${at}`);
    expect(trim(`{"x":{${members.join(',')}}}`)).toEqual({
      text: `{"x":{${members.slice(0, 500).join(',')}}}`,
      overlong: [{ path: 'x', most: 500 }],
      overlongCount: 1,
    });
  });
});

describe('hostile texts', () => {
  it.each([
    ['lists in lists', '['.repeat(1_000_000)],
    ['objects in objects', '{"a":'.repeat(1_000_000)],
  ])('of %s are passed to the parser, which refuses them for their depth', (_what, text) => {
    expect(trim(text).text).toBe(text);
  });

  it('name only the first 200 places, and count all', () => {
    const { overlong, overlongCount } = trim(
      `{${Array.from({ length: 400 }, (_, at) => `"k${at}":${many(101)}`).join(',')}}`,
    );
    expect([overlong.length, overlongCount]).toEqual([200, 400]);
  });

  it('of a merchant have the maxima of an onboarding request', () => {
    const request = `{"payload":{"applications":[{"merchants":[{"addresses":${many(5_000_000)}}]}]}}`;
    const trimmed = trimJson(request, listLimitsOf(onboardMerchants.request!));
    expect(trimmed.text).toBe(`{"payload":{"applications":[{"merchants":[{"addresses":${many(21)}}]}]}}`);
  });
});
