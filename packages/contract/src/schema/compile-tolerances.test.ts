import { describe, expect, it } from 'vitest';
import { type JsonValue, parseJson } from '../index.ts';
import { compile } from './compile.ts';
import { list, oneOf, optional, record, text } from './fields.ts';
import { numberAsText } from './number-tolerances.ts';
import {
  alsoValues,
  anyText,
  arrayOfOne,
  emptyEntriesDropped,
  listOfValues,
  nullAsAbsent,
  withSpellings,
} from './tolerances.ts';

const json = (text: string): JsonValue => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};

describe('tolerances', () => {
  const check = compile(
    record({
      title: optional(text(2, { tolerances: [alsoValues('Prof')] })),
      kind: optional(oneOf(['HOME'], { tolerances: [withSpellings({ House: 'HOME' })] })),
      note: optional(text(3, { tolerances: [nullAsAbsent] })),
      Key: optional(text(3, { alsoSpelled: ['key', 'Key '] })),
      one: optional(record({ a: text(3) }, { tolerances: [arrayOfOne] })),
      many: optional(list(record({ a: text(3) }), { tolerances: [emptyEntriesDropped] })),
    }),
  );

  it.each([
    ['another value, kept', { title: 'Prof' }, { title: 'Prof' }, 'title', 'other-value'],
    ['another spelling, replaced', { kind: 'House' }, { kind: 'HOME' }, 'kind', 'other-spelling'],
    ['null for absent, dropped', { note: null }, {}, 'note', 'null-as-absent'],
    ['another key, put under the right one', { 'Key ': 'x' }, { Key: 'x' }, 'Key ', 'other-key'],
    ['an array of one object', { one: [{ a: 'x' }] }, { one: { a: 'x' } }, 'one', 'array-of-one'],
    ['empty entries, dropped', { many: [{}, { a: 'x' }, {}] }, { many: [{ a: 'x' }] }, 'many', 'empty-entry-dropped'],
    ['only empty entries', { many: [{}] }, { many: [] }, 'many', 'empty-entry-dropped'],
  ])('%s', (_what, sent, value, path, rule) => {
    expect(check(sent as JsonValue, '')).toEqual({ value, findings: [], omittedCount: 0, warnings: [{ path, rule }] });
  });

  it.each([
    ['a value that no tolerance accepts', { title: 'Dr.' }, 'wrong_length title'],
    ['a spelling that no tolerance accepts', { kind: 'house' }, 'value_not_allowed kind'],
    ['an array of two objects', { one: [{ a: 'x' }, { a: 'y' }] }, 'wrong_format one'],
    ['an empty array for an object', { one: [] }, 'wrong_format one'],
    ['an array of one string', { one: ['x'] }, 'wrong_format one'],
    ['an array of one null', { one: [null] }, 'wrong_format one'],
    ['an array of one number', { one: [1] }, 'wrong_format one'],
    ['an array of one array', { one: [[{ a: 'x' }]] }, 'wrong_format one'],
    ['an object in the array that breaks its schema', { one: [{ a: 'long' }] }, 'wrong_length one.a'],
    ['entries that are empty arrays', { many: [[]] }, 'wrong_format many[0]'],
  ])('do not accept %s', (_what, sent, finding) => {
    expect(check(sent as JsonValue, '').findings.map(({ path, error }) => `${error} ${path}`)).toEqual([finding]);
  });

  it('prefer the key of the table to another spelling with the same value', () => {
    const checked = check({ key: 'a', Key: 'a' }, '');
    expect(checked.value).toMatchObject({ Key: 'a' });
    expect(checked.warnings).toEqual([{ path: 'key', rule: 'unknown-field' }]);
  });

  it('report two spellings of one key with different values as two findings', () => {
    const { findings } = check({ key: 'b', Key: 'a' }, '');
    expect(findings.map(({ path, error, message }) => `${error} ${path} ${message}`)).toEqual([
      'value_not_allowed Key differs from key, which means the same',
      'value_not_allowed key differs from Key, which means the same',
    ]);
  });

  it('add no warning if the value conforms to the table', () => {
    const value = { title: 'Mr', kind: 'HOME', note: 'x', Key: 'k', one: { a: 'x' }, many: [{ a: 'x' }] };
    expect(check(value, '')).toEqual({ value, findings: [], omittedCount: 0, warnings: [] });
  });
});

describe('tolerances of numbers, strings and lists', () => {
  const check = compile(
    record({
      rate: optional(text(4, { fieldFormat: 'decimal', tolerances: [numberAsText(4)] })),
      state: optional(text(4, { tolerances: [anyText(6)] })),
      channel: optional(oneOf(['ECOM', 'MOTO'], { tolerances: [listOfValues(['ECOM', 'MOTO'])] })),
    }),
  );

  it.each([
    ['{"rate":1.1}', 'rate', 'number-as-text'],
    ['{"rate":1.10}', 'rate', 'number-as-text'],
    ['{"rate":2}', 'rate', 'number-as-text'],
    ['{"state":"Dubai"}', 'state', 'any-text'],
    ['{"channel":["ECOM","MOTO"]}', 'channel', 'list-of-values'],
  ])('%s is accepted unchanged, with a warning', (written, path, rule) => {
    const value = json(written);
    expect(check(value, '')).toEqual({ value, findings: [], omittedCount: 0, warnings: [{ path, rule }] });
  });

  it.each([
    ['{"rate":-1}', 'wrong_format rate'],
    ['{"rate":1e2}', 'wrong_format rate'],
    ['{"rate":12345}', 'wrong_format rate'],
    ['{"rate":1.100}', 'wrong_format rate'],
    ['{"rate":"1.100"}', 'wrong_length rate'],
    ['{"rate":true}', 'wrong_format rate'],
    ['{"state":"Dubai city"}', 'wrong_length state'],
    ['{"state":1}', 'wrong_format state'],
    ['{"channel":[]}', 'wrong_format channel'],
    ['{"channel":["ECOM","POS"]}', 'wrong_format channel'],
    ['{"channel":["ECOM",null]}', 'wrong_format channel'],
  ])('%s is refused', (written, finding) => {
    expect(check(json(written), '').findings.map(({ path, error }) => `${error} ${path}`)).toEqual([finding]);
  });
});
