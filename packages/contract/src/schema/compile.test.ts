import { describe, expect, it } from 'vitest';
import { type JsonValue, parseJson } from '../index.ts';
import { compile } from './compile.ts';
import { anything, decimal, digits, flag, list, oneOf, optional, record, text, whole } from './fields.ts';

const json = (text: string): JsonValue => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};

describe('findings', () => {
  const check = compile(
    record({
      name: text(5, { minLength: 2 }),
      kind: oneOf(['A', 'B']),
      code: oneOf(['X'], { error: 'wrong_function', maxLength: 3 }),
      born: optional(text(10, { fieldFormat: 'date' })),
      number: digits(4),
      active: optional(flag()),
      entries: list(record({ key: text(3) }), { minItems: 1, maxItems: 3 }),
    }),
  );
  const good = { name: 'Amina', kind: 'A', code: 'X', number: '12', entries: [{ key: 'k' }] };
  const findingsOf = (changes: Record<string, JsonValue>) => check({ ...good, ...changes }, 'body').findings;

  it('are absent for a value that conforms to its schema, which is returned unchanged', () => {
    const value = { ...good, born: '2024-02-29', active: false };
    expect(check(value, 'body')).toEqual({ value, findings: [], omittedCount: 0, warnings: [] });
  });

  it.each([
    ['name', '', 'field_missing', 'is mandatory', 'add body.name'],
    ['name', 'A', 'wrong_length', 'must be at least 2 characters', 'lengthen body.name to at least 2 characters'],
    ['name', 'Aminah', 'wrong_length', 'must be at most 5 characters', 'shorten body.name to at most 5 characters'],
    ['name', 7, 'wrong_format', 'must be a string', 'send body.name as a string'],
    ['name', null, 'wrong_format', 'must be a string', 'send body.name as a string'],
    ['kind', 'C', 'value_not_allowed', 'must be A or B', 'use one of A, B for body.kind'],
    ['kind', 'a', 'value_not_allowed', 'must be A or B', 'use one of A, B for body.kind'],
    ['code', 'Y', 'wrong_function', 'must be X', 'use one of X for body.code'],
    ['code', 'XXXX', 'wrong_length', 'must be at most 3 characters', 'shorten body.code to at most 3 characters'],
    ['born', '2026-02-30', 'wrong_format', 'must be a date YYYY-MM-DD', 'send body.born as a date YYYY-MM-DD'],
    ['born', '', 'wrong_format', 'must be a date YYYY-MM-DD', 'send body.born as a date YYYY-MM-DD'],
    ['number', '12345', 'wrong_length', 'must be at most 4 characters', 'shorten body.number to at most 4 characters'],
    ['number', 12345, 'wrong_length', 'must be at most 4 characters', 'shorten body.number to at most 4 characters'],
    ['number', '1a', 'wrong_format', 'must be digits only', 'send body.number as digits only'],
    ['number', -1, 'wrong_format', 'must be digits only', 'send body.number as digits only'],
    ['number', true, 'wrong_format', 'must be a number', 'send body.number as a number'],
    ['active', 'true', 'wrong_format', 'must be true or false', 'send body.active as true or false'],
    ['entries', {}, 'wrong_format', 'must be an array', 'send body.entries as an array'],
    ['entries', [], 'field_missing', 'must contain at least 1', 'add an entry to body.entries'],
    [
      'entries',
      Array(4).fill({ key: 'a' }),
      'wrong_length',
      'must contain at most 3',
      'take entries out of body.entries: at most 3',
    ],
  ] as [string, JsonValue, string, string, string][])('%s = %j is %s', (field, value, error, message, action) => {
    expect(findingsOf({ [field]: value })).toEqual([{ path: `body.${field}`, error, message, action }]);
  });

  it('a mandatory string may be empty only if its schema allows it', () => {
    const checkTexts = compile(record({ note: text(5, { minLength: 0 }), name: text(5) }));
    expect(checkTexts({ note: '', name: 'A' }, '')).toEqual({
      value: { note: '', name: 'A' },
      findings: [],
      omittedCount: 0,
      warnings: [],
    });
    expect(checkTexts({ name: '' }, '').findings.map(({ path, error }) => `${error} ${path}`)).toEqual([
      'field_missing note',
      'field_missing name',
    ]);
  });

  it('null represents an absent field without a warning where the interface defines it', () => {
    const checkParty = compile(record({ party: optional(oneOf(['A'], { nullable: true })), other: optional(text(5)) }));
    expect(checkParty({ party: null }, '')).toEqual({ value: {}, findings: [], omittedCount: 0, warnings: [] });
    expect(checkParty({ party: 'B' }, '').findings).toHaveLength(1);
    expect(checkParty({ other: null }, '').findings).toHaveLength(1);
  });

  it('are all reported at once, each with its own path', () => {
    const bad = { kind: 1, code: 'Y', born: 'yesterday', number: '12345', entries: [{ key: 'long' }, 'x', {}] };
    const findings = check(bad, 'body').findings.map(({ path, error }) => `${error} ${path}`);
    expect(findings).toEqual([
      'field_missing body.name',
      'wrong_format body.kind',
      'wrong_function body.code',
      'wrong_format body.born',
      'wrong_length body.number',
      'wrong_length body.entries[0].key',
      'wrong_format body.entries[1]',
      'field_missing body.entries[2].key',
    ]);
  });

  it('are capped at 200, and the rest is counted', () => {
    const many = compile(record({ entries: list(text(1)) }))(
      { entries: Array.from({ length: 5_000 }, () => 'xx') },
      '',
    );
    expect(many.findings).toHaveLength(200);
    expect(many.omittedCount).toBe(4_800);
    expect(many.findings[199]).toMatchObject({ path: 'entries[199]', error: 'wrong_length' });
  });

  it.each([
    ['an emoji', '😀'],
    ['an Arabic letter', 'ل'],
    ['a letter with a combining mark as two', 'e\u0301'],
  ])('a maximum length counts code points: %s', (_what, unit) => {
    const length = [...unit].length;
    expect(findingsOf({ name: unit.repeat(Math.floor(5 / length)) })).toEqual([]);
    expect(findingsOf({ name: unit.repeat(Math.floor(5 / length) + 1) })).toMatchObject([{ error: 'wrong_length' }]);
  });

  it('a minimum length counts code points too', () => {
    expect(findingsOf({ name: '😀' })).toMatchObject([
      { error: 'wrong_length', message: 'must be at least 2 characters' },
    ]);
    expect(findingsOf({ name: '😀😀' })).toEqual([]);
  });
});

describe('unknown members', () => {
  const check = compile(record({ known: text(5), inner: optional(record({ a: optional(text(1)) })) }));

  it('are retained and reported at every level', () => {
    const value = { known: 'x', extra: { deep: [1] }, inner: { b: null } };
    const checked = check(value, 'body');
    expect(checked.value).toEqual(value);
    expect(checked.findings).toEqual([]);
    expect(checked.warnings).toEqual([
      { path: 'body.inner.b', rule: 'unknown-field' },
      { path: 'body.extra', rule: 'unknown-field' },
    ]);
  });

  it('with the names of prototype members are ordinary members', () => {
    const { value } = check(json('{"known":"x","__proto__":{"a":1}}'), '');
    expect(Object.keys(value as object)).toEqual(['known', '__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('are reported without a key that looks like a card number', () => {
    const { warnings } = check({ known: 'x', '4000001234567899': 1 }, '');
    expect(warnings).toEqual([{ path: '#', rule: 'unknown-field' }]);
  });

  it('are reported at most 50 times', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 1]));
    expect(check({ known: 'x', ...many }, '').warnings).toHaveLength(50);
  });
});

describe('numbers', () => {
  const checkWhole = compile(record({ day: whole(0, 31) }));
  const checkDecimal = compile(record({ fee: decimal(5) }));

  it.each([0, 15, 31])('%j is a whole number from 0 to 31', (day) => {
    expect(checkWhole({ day }, '')).toEqual({ value: { day }, findings: [], omittedCount: 0, warnings: [] });
  });

  it.each([
    ['32', 'value_not_allowed', 'must be from 0 to 31', 'set day to a number from 0 to 31'],
    ['-1', 'value_not_allowed', 'must be from 0 to 31', 'set day to a number from 0 to 31'],
    ['1.5', 'wrong_format', 'must be a whole number', 'send day as a whole number'],
    ['1.0', 'wrong_format', 'must be a whole number', 'send day as a whole number'],
    ['1e1', 'wrong_format', 'must be a whole number', 'send day as a whole number'],
    ['"1"', 'wrong_format', 'must be a whole number', 'send day as a whole number'],
    ['true', 'wrong_format', 'must be a whole number', 'send day as a whole number'],
    ['null', 'wrong_format', 'must be a whole number', 'send day as a whole number'],
    ['99999999999999999999', 'wrong_format', 'must be a whole number', 'send day as a whole number'],
  ])('%s is not a whole number from 0 to 31', (written, error, message, action) => {
    expect(checkWhole(json(`{"day":${written}}`), '').findings).toEqual([{ path: 'day', error, message, action }]);
  });

  it.each(['1', '1.1', '1.10', '0.000', '"1.10"', '"1"', '12345'])(
    '%s is a decimal, and retains its text',
    (written) => {
      const value = json(`{"fee":${written}}`);
      expect(checkDecimal(value, '')).toEqual({ value, findings: [], omittedCount: 0, warnings: [] });
    },
  );

  it.each([
    ['-1', 'wrong_format'],
    ['1e3', 'wrong_format'],
    ['"1,5"', 'wrong_format'],
    ['".5"', 'wrong_format'],
    ['"٥"', 'wrong_format'],
    ['""', 'field_missing'],
    ['true', 'wrong_format'],
    ['null', 'wrong_format'],
    ['123456', 'wrong_length'],
    ['1.0000', 'wrong_length'],
    ['"1.0000"', 'wrong_length'],
  ])('%s is not a decimal of five characters', (written, error) => {
    expect(checkDecimal(json(`{"fee":${written}}`), '').findings).toMatchObject([{ path: 'fee', error }]);
  });
});

describe('any value', () => {
  const check = compile(record({ free: optional(anything()), needed: anything() }));

  it.each(['null', '0', '1.10', '"x"', '""', '[]', '[null,{}]', '{"a":{"b":[1]}}', 'false'])(
    '%s passes unchanged',
    (written) => {
      const value = json(`{"free":${written},"needed":${written === '""' ? '1' : written}}`);
      expect(check(value, '')).toEqual({ value, findings: [], omittedCount: 0, warnings: [] });
    },
  );

  it('must be present if it is mandatory', () => {
    expect(check({}, '').findings.map(({ path, error }) => `${error} ${path}`)).toEqual(['field_missing needed']);
  });
});
