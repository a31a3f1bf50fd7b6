import { describe, expect, it } from 'vitest';
import { type JsonValue, parseJson } from '../index.ts';
import { compile } from './compile.ts';
import { digits, flag, list, oneOf, optional, record, text } from './fields.ts';
import { alsoValues, arrayOfOne, emptyEntriesDropped, nullAsAbsent, spelledAs } from './tolerances.ts';

const json = (given: string): JsonValue => {
  const parsed = parseJson(given);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};

describe('findings', () => {
  const check = compile(
    record({
      name: text(5, { minLength: 2 }),
      kind: oneOf(['A', 'B']),
      code: oneOf(['X'], { code: '107', maxLength: 3 }),
      born: optional(text(10, { fieldFormat: 'date' })),
      number: digits(4),
      active: optional(flag()),
      entries: list(record({ key: text(3) }), { minItems: 1, maxItems: 3 }),
    }),
  );
  const good = { name: 'Amina', kind: 'A', code: 'X', number: '12', entries: [{ key: 'k' }] };
  const findingsOf = (changes: Record<string, JsonValue>) => check({ ...good, ...changes }, 'body').findings;

  it('a value that keeps to its schema has none, and comes back as it was', () => {
    const value = { ...good, born: '2024-02-29', active: false };
    expect(check(value, 'body')).toEqual({ value, findings: [], warnings: [] });
  });

  it.each([
    ['name', '', '103', 'is mandatory'],
    ['name', 'A', '104', 'must be at least 2 characters'],
    ['name', 'Aminah', '104', 'must be at most 5 characters'],
    ['name', 7, '105', 'must be a string'],
    ['name', null, '105', 'must be a string'],
    ['kind', 'C', '106', 'must be A or B'],
    ['kind', 'a', '106', 'must be A or B'],
    ['code', 'Y', '107', 'must be X'],
    ['code', 'XXXX', '104', 'must be at most 3 characters'],
    ['born', '2026-02-30', '105', 'must be a date YYYY-MM-DD'],
    ['born', '', '105', 'must be a date YYYY-MM-DD'],
    ['number', '12345', '104', 'must be at most 4 characters'],
    ['number', 12345, '104', 'must be at most 4 characters'],
    ['number', '1a', '105', 'must be digits only'],
    ['number', -1, '105', 'must be digits only'],
    ['number', true, '105', 'must be a number'],
    ['active', 'true', '105', 'must be true or false'],
    ['entries', {}, '105', 'must be an array'],
    ['entries', [], '103', 'must hold at least 1'],
    ['entries', Array(4).fill({ key: 'a' }), '104', 'must hold at most 3'],
  ] as [string, JsonValue, string, string][])('%s = %j is %s', (field, value, code, message) => {
    expect(findingsOf({ [field]: value })).toEqual([{ path: `body.${field}`, code, message }]);
  });

  it('a mandatory text may be empty where its schema says so, and nowhere else', () => {
    const checkTexts = compile(record({ note: text(5, { minLength: 0 }), name: text(5) }));
    expect(checkTexts({ note: '', name: 'A' }, '')).toEqual({
      value: { note: '', name: 'A' },
      findings: [],
      warnings: [],
    });
    expect(checkTexts({ name: '' }, '').findings.map(({ path, code }) => `${code} ${path}`)).toEqual([
      '103 note',
      '103 name',
    ]);
  });

  it('null stands for an absent field where the interface itself writes it, without a warning', () => {
    const checkParty = compile(record({ party: optional(oneOf(['A'], { nullable: true })), other: optional(text(5)) }));
    expect(checkParty({ party: null }, '')).toEqual({ value: {}, findings: [], warnings: [] });
    expect(checkParty({ party: 'B' }, '').findings).toHaveLength(1);
    expect(checkParty({ other: null }, '').findings).toHaveLength(1);
  });

  it('all are listed at once, each with its own path', () => {
    const bad = { kind: 1, code: 'Y', born: 'yesterday', number: '12345', entries: [{ key: 'long' }, 'x', {}] };
    const findings = check(bad, 'body').findings.map(({ path, code }) => `${code} ${path}`);
    expect(findings).toEqual([
      '103 body.name',
      '105 body.kind',
      '107 body.code',
      '105 body.born',
      '104 body.number',
      '104 body.entries[0].key',
      '105 body.entries[1]',
      '103 body.entries[2].key',
    ]);
  });

  it('are at most 200, however much is wrong', () => {
    const many = compile(record({ entries: list(text(1)) }))(
      { entries: Array.from({ length: 5_000 }, () => 'xx') },
      '',
    );
    expect(many.findings).toHaveLength(200);
    expect(many.findings[199]).toMatchObject({ path: 'entries[199]', code: '104' });
  });

  it.each([
    ['an emoji', '😀'],
    ['an Arabic letter', 'ل'],
    ['a letter with a combining mark as two', 'e\u0301'],
  ])('a maximum counts code points: %s', (_what, unit) => {
    const length = [...unit].length;
    expect(findingsOf({ name: unit.repeat(Math.floor(5 / length)) })).toEqual([]);
    expect(findingsOf({ name: unit.repeat(Math.floor(5 / length) + 1) })).toMatchObject([{ code: '104' }]);
  });

  it('a minimum counts code points too', () => {
    expect(findingsOf({ name: '😀' })).toMatchObject([{ code: '104', message: 'must be at least 2 characters' }]);
    expect(findingsOf({ name: '😀😀' })).toEqual([]);
  });
});

describe('unknown members', () => {
  const check = compile(record({ known: text(5), inner: optional(record({ a: optional(text(1)) })) }));

  it('are kept and reported, at every level', () => {
    const value = { known: 'x', extra: { deep: [1] }, inner: { b: null } };
    const checked = check(value, 'body');
    expect(checked.value).toEqual(value);
    expect(checked.findings).toEqual([]);
    expect(checked.warnings).toEqual([
      { path: 'body.inner.b', rule: 'unknown-field' },
      { path: 'body.extra', rule: 'unknown-field' },
    ]);
  });

  it('called like the prototype stay members', () => {
    const { value } = check(json('{"known":"x","__proto__":{"a":1}}'), '');
    expect(Object.keys(value as object)).toEqual(['known', '__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('whose key looks like a card number are reported without it', () => {
    const { warnings } = check({ known: 'x', '4000001234567899': 1 }, '');
    expect(warnings).toEqual([{ path: '#', rule: 'unknown-field' }]);
  });

  it('are reported at most 50 times', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 1]));
    expect(check({ known: 'x', ...many }, '').warnings).toHaveLength(50);
  });
});

describe('tolerances', () => {
  const check = compile(
    record({
      title: optional(text(2, { tolerances: [alsoValues('Prof')] })),
      kind: optional(oneOf(['HOME'], { tolerances: [spelledAs({ House: 'HOME' })] })),
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
    ['nothing but empty entries', { many: [{}] }, { many: [] }, 'many', 'empty-entry-dropped'],
  ])('%s', (_what, given, value, path, rule) => {
    expect(check(given as JsonValue, '')).toEqual({ value, findings: [], warnings: [{ path, rule }] });
  });

  it.each([
    ["a value that is nobody's", { title: 'Dr.' }, '104 title'],
    ["a spelling that is nobody's", { kind: 'house' }, '106 kind'],
    ['an array of two objects', { one: [{ a: 'x' }, { a: 'y' }] }, '105 one'],
    ['an empty array for an object', { one: [] }, '105 one'],
    ['an array of one text', { one: ['x'] }, '105 one'],
    ['an array of one null', { one: [null] }, '105 one'],
    ['an array of one number', { one: [1] }, '105 one'],
    ['an array of one array', { one: [[{ a: 'x' }]] }, '105 one'],
    ['an object in the array that breaks its schema', { one: [{ a: 'long' }] }, '104 one.a'],
    ['entries that are empty arrays', { many: [[]] }, '105 many[0]'],
  ])('do not accept %s', (_what, given, finding) => {
    expect(check(given as JsonValue, '').findings.map(({ path, code }) => `${code} ${path}`)).toEqual([finding]);
  });

  it('the key of the table wins over another spelling of it', () => {
    const checked = check({ key: 'b', Key: 'a' }, '');
    expect(checked.value).toMatchObject({ Key: 'a' });
    expect(checked.warnings).toEqual([{ path: 'key', rule: 'unknown-field' }]);
  });

  it('leave no warning where the value keeps to the table', () => {
    const value = { title: 'Mr', kind: 'HOME', note: 'x', Key: 'k', one: { a: 'x' }, many: [{ a: 'x' }] };
    expect(check(value, '')).toEqual({ value, findings: [], warnings: [] });
  });
});
