import { describe, expect, it } from 'vitest';
import { type JsonValue, parseJson } from '../index.ts';
import { compile } from './compile.ts';
import {
  anything,
  decimal,
  digits,
  discriminated,
  flag,
  list,
  mapOf,
  oneOf,
  optional,
  record,
  text,
  whole,
} from './fields.ts';
import { numberAsText } from './number-tolerances.ts';
import {
  alsoValues,
  anyText,
  arrayOfOne,
  emptyEntriesDropped,
  listOfValues,
  nullAsAbsent,
  spelledAs,
} from './tolerances.ts';

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
      code: oneOf(['X'], { error: 'wrong_function', maxLength: 3 }),
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
    expect(check(value, 'body')).toEqual({ value, findings: [], unlisted: 0, warnings: [] });
  });

  it.each([
    ['name', '', 'field_missing', 'is mandatory', 'add body.name'],
    ['name', 'A', 'wrong_length', 'must be at least 2 characters', 'lengthen body.name to at least 2 characters'],
    ['name', 'Aminah', 'wrong_length', 'must be at most 5 characters', 'shorten body.name to at most 5 characters'],
    ['name', 7, 'wrong_format', 'must be a string', 'give body.name as a string'],
    ['name', null, 'wrong_format', 'must be a string', 'give body.name as a string'],
    ['kind', 'C', 'value_not_allowed', 'must be A or B', 'use one of A, B for body.kind'],
    ['kind', 'a', 'value_not_allowed', 'must be A or B', 'use one of A, B for body.kind'],
    ['code', 'Y', 'wrong_function', 'must be X', 'use one of X for body.code'],
    ['code', 'XXXX', 'wrong_length', 'must be at most 3 characters', 'shorten body.code to at most 3 characters'],
    ['born', '2026-02-30', 'wrong_format', 'must be a date YYYY-MM-DD', 'give body.born as a date YYYY-MM-DD'],
    ['born', '', 'wrong_format', 'must be a date YYYY-MM-DD', 'give body.born as a date YYYY-MM-DD'],
    ['number', '12345', 'wrong_length', 'must be at most 4 characters', 'shorten body.number to at most 4 characters'],
    ['number', 12345, 'wrong_length', 'must be at most 4 characters', 'shorten body.number to at most 4 characters'],
    ['number', '1a', 'wrong_format', 'must be digits only', 'give body.number as digits only'],
    ['number', -1, 'wrong_format', 'must be digits only', 'give body.number as digits only'],
    ['number', true, 'wrong_format', 'must be a number', 'give body.number as a number'],
    ['active', 'true', 'wrong_format', 'must be true or false', 'give body.active as true or false'],
    ['entries', {}, 'wrong_format', 'must be an array', 'give body.entries as an array'],
    ['entries', [], 'field_missing', 'must hold at least 1', 'add an entry to body.entries'],
    [
      'entries',
      Array(4).fill({ key: 'a' }),
      'wrong_length',
      'must hold at most 3',
      'take entries out of body.entries: at most 3',
    ],
  ] as [string, JsonValue, string, string, string][])('%s = %j is %s', (field, value, error, message, action) => {
    expect(findingsOf({ [field]: value })).toEqual([{ path: `body.${field}`, error, message, action }]);
  });

  it('a mandatory text may be empty where its schema says so, and nowhere else', () => {
    const checkTexts = compile(record({ note: text(5, { minLength: 0 }), name: text(5) }));
    expect(checkTexts({ note: '', name: 'A' }, '')).toEqual({
      value: { note: '', name: 'A' },
      findings: [],
      unlisted: 0,
      warnings: [],
    });
    expect(checkTexts({ name: '' }, '').findings.map(({ path, error }) => `${error} ${path}`)).toEqual([
      'field_missing note',
      'field_missing name',
    ]);
  });

  it('null stands for an absent field where the interface itself writes it, without a warning', () => {
    const checkParty = compile(record({ party: optional(oneOf(['A'], { nullable: true })), other: optional(text(5)) }));
    expect(checkParty({ party: null }, '')).toEqual({ value: {}, findings: [], unlisted: 0, warnings: [] });
    expect(checkParty({ party: 'B' }, '').findings).toHaveLength(1);
    expect(checkParty({ other: null }, '').findings).toHaveLength(1);
  });

  it('all are listed at once, each with its own path', () => {
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

  it('are at most 200, however much is wrong, and the others are counted', () => {
    const many = compile(record({ entries: list(text(1)) }))(
      { entries: Array.from({ length: 5_000 }, () => 'xx') },
      '',
    );
    expect(many.findings).toHaveLength(200);
    expect(many.unlisted).toBe(4_800);
    expect(many.findings[199]).toMatchObject({ path: 'entries[199]', error: 'wrong_length' });
  });

  it.each([
    ['an emoji', '😀'],
    ['an Arabic letter', 'ل'],
    ['a letter with a combining mark as two', 'e\u0301'],
  ])('a maximum counts code points: %s', (_what, unit) => {
    const length = [...unit].length;
    expect(findingsOf({ name: unit.repeat(Math.floor(5 / length)) })).toEqual([]);
    expect(findingsOf({ name: unit.repeat(Math.floor(5 / length) + 1) })).toMatchObject([{ error: 'wrong_length' }]);
  });

  it('a minimum counts code points too', () => {
    expect(findingsOf({ name: '😀' })).toMatchObject([
      { error: 'wrong_length', message: 'must be at least 2 characters' },
    ]);
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
    expect(check(given as JsonValue, '')).toEqual({ value, findings: [], unlisted: 0, warnings: [{ path, rule }] });
  });

  it.each([
    ['a value that no tolerance accepts', { title: 'Dr.' }, 'wrong_length title'],
    ['a spelling that no tolerance accepts', { kind: 'house' }, 'value_not_allowed kind'],
    ['an array of two objects', { one: [{ a: 'x' }, { a: 'y' }] }, 'wrong_format one'],
    ['an empty array for an object', { one: [] }, 'wrong_format one'],
    ['an array of one text', { one: ['x'] }, 'wrong_format one'],
    ['an array of one null', { one: [null] }, 'wrong_format one'],
    ['an array of one number', { one: [1] }, 'wrong_format one'],
    ['an array of one array', { one: [[{ a: 'x' }]] }, 'wrong_format one'],
    ['an object in the array that breaks its schema', { one: [{ a: 'long' }] }, 'wrong_length one.a'],
    ['entries that are empty arrays', { many: [[]] }, 'wrong_format many[0]'],
  ])('do not accept %s', (_what, given, finding) => {
    expect(check(given as JsonValue, '').findings.map(({ path, error }) => `${error} ${path}`)).toEqual([finding]);
  });

  it('let the key of the table win over another spelling of it with the same value', () => {
    const checked = check({ key: 'a', Key: 'a' }, '');
    expect(checked.value).toMatchObject({ Key: 'a' });
    expect(checked.warnings).toEqual([{ path: 'key', rule: 'unknown-field' }]);
  });

  it('two spellings of one key with different values are two findings', () => {
    const { findings } = check({ key: 'b', Key: 'a' }, '');
    expect(findings.map(({ path, error, message }) => `${error} ${path} ${message}`)).toEqual([
      'value_not_allowed Key differs from key, which means the same',
      'value_not_allowed key differs from Key, which means the same',
    ]);
  });

  it('leave no warning where the value keeps to the table', () => {
    const value = { title: 'Mr', kind: 'HOME', note: 'x', Key: 'k', one: { a: 'x' }, many: [{ a: 'x' }] };
    expect(check(value, '')).toEqual({ value, findings: [], unlisted: 0, warnings: [] });
  });
});

describe('an object whose kind is named by one of its members', () => {
  const CARD = record({ kind: text(9), number: digits(4) });
  const CASH = record({ kind: text(9) });
  const OTHER = record({ kind: text(20, { fieldFormat: 'service-code' }), note: optional(text(2)) });
  const variants = { CARD, CASH };
  const closed = compile(record({ pay: discriminated('kind', variants, undefined) }));
  const open = compile(record({ pay: discriminated('kind', variants, OTHER) }));
  const findings = (check: typeof open, pay: JsonValue) =>
    check({ pay }, '').findings.map(({ path, error }) => `${error} ${path}`);

  it.each([
    ['the one that is named', { kind: 'CARD', number: '1234' }],
    ['one that has nothing but its kind', { kind: 'CASH' }],
  ])('passes as %s', (_what, pay) => {
    expect(open({ pay }, '')).toEqual({ value: { pay }, findings: [], unlisted: 0, warnings: [] });
    expect(closed({ pay }, '')).toEqual({ value: { pay }, findings: [], unlisted: 0, warnings: [] });
  });

  it('of another kind is held to the schema for all others, and refused where there is none', () => {
    expect(findings(open, { kind: 'SWAP', note: 'ab' })).toEqual([]);
    expect(findings(open, { kind: 'SWAP', note: 'abc' })).toEqual(['wrong_length pay.note']);
    expect(findings(open, { kind: '?' })).toEqual(['wrong_format pay.kind']);
    expect(closed({ pay: { kind: 'SWAP' } }, '').findings).toEqual([
      {
        path: 'pay.kind',
        error: 'value_not_allowed',
        message: 'must be CARD or CASH',
        action: 'use one of CARD, CASH for pay.kind',
      },
    ]);
  });

  it.each([
    ['without its kind', {}, 'field_missing pay.kind'],
    ['with an empty kind', { kind: '' }, 'field_missing pay.kind'],
    ['whose kind is null', { kind: null }, 'wrong_format pay.kind'],
    ['whose kind is a number', { kind: 1 }, 'wrong_format pay.kind'],
    ['whose kind is a list', { kind: ['CARD'] }, 'wrong_format pay.kind'],
    ['whose kind is named like a member of every object', { kind: 'constructor' }, undefined],
    ['that lacks a field of its kind', { kind: 'CARD' }, 'field_missing pay.number'],
    ['that is a list', [{ kind: 'CASH' }], 'wrong_format pay'],
    ['that is null', null, 'wrong_format pay'],
    ['that is a text', 'CASH', 'wrong_format pay'],
  ] as [string, JsonValue, string | undefined][])('%s', (_what, pay, finding) => {
    expect(findings(open, pay)).toEqual(finding === undefined ? [] : [finding]);
  });

  it('is not chosen by a kind that is in its prototype', () => {
    expect(findings(open, json('{"__proto__":{"kind":"CASH"}}'))).toEqual(['field_missing pay.kind']);
  });
});

describe('a map', () => {
  const check = compile(record({ limits: mapOf('currency', decimal(6)) }));
  const findings = (limits: JsonValue) => check({ limits }, '').findings.map(({ path, error }) => `${error} ${path}`);

  it('takes every key of its format, and keeps order and digits', () => {
    const value = json('{"limits":{"USD":1.10,"AED":"2.50","EUR":3}}');
    const checked = check(value, '');
    expect(checked).toEqual({ value, findings: [], unlisted: 0, warnings: [] });
    expect(Object.keys((checked.value as { limits: object }).limits)).toEqual(['USD', 'AED', 'EUR']);
  });

  it('may be empty', () => {
    expect(findings({})).toEqual([]);
  });

  it('reports each key and each value that does not fit', () => {
    expect(check({ limits: { usd: 1, AED: 'much', EUR: '1234567' } }, '').findings).toEqual([
      {
        path: 'limits.usd',
        error: 'wrong_format',
        message: 'must be under an ISO 4217 alphabetic code',
        action: 'name limits.usd by an ISO 4217 alphabetic code',
      },
      {
        path: 'limits.AED',
        error: 'wrong_format',
        message: 'must be a decimal number such as 1.10',
        action: 'give limits.AED as a decimal number such as 1.10',
      },
      {
        path: 'limits.EUR',
        error: 'wrong_length',
        message: 'must be at most 6 characters',
        action: 'shorten limits.EUR to at most 6 characters',
      },
    ]);
  });

  it.each([
    ['a list', []],
    ['null', null],
    ['a text', 'AED'],
  ] as [string, JsonValue][])('is not %s', (_what, limits) => {
    expect(findings(limits)).toEqual(['wrong_format limits']);
  });

  it('shows a key shortened and without a card number, and takes no key for the prototype', () => {
    expect(findings(json('{"__proto__":1}'))).toEqual(['wrong_format limits.__proto__']);
    expect(findings({ '4000 0012 3456 7899': 1 })).toEqual(['wrong_format limits.#']);
    expect(findings({ ['x'.repeat(500)]: 1 })).toEqual([`wrong_format limits.${'x'.repeat(60)}`]);
  });
});

describe('numbers', () => {
  const checkWhole = compile(record({ day: whole(0, 31) }));
  const checkDecimal = compile(record({ fee: decimal(5) }));

  it.each([0, 15, 31])('%j is a whole number from 0 to 31', (day) => {
    expect(checkWhole({ day }, '')).toEqual({ value: { day }, findings: [], unlisted: 0, warnings: [] });
  });

  it.each([
    ['32', 'value_not_allowed', 'must be from 0 to 31', 'give day a number from 0 to 31'],
    ['-1', 'value_not_allowed', 'must be from 0 to 31', 'give day a number from 0 to 31'],
    ['1.5', 'wrong_format', 'must be a whole number', 'give day as a whole number'],
    ['1.0', 'wrong_format', 'must be a whole number', 'give day as a whole number'],
    ['1e1', 'wrong_format', 'must be a whole number', 'give day as a whole number'],
    ['"1"', 'wrong_format', 'must be a whole number', 'give day as a whole number'],
    ['true', 'wrong_format', 'must be a whole number', 'give day as a whole number'],
    ['null', 'wrong_format', 'must be a whole number', 'give day as a whole number'],
    ['99999999999999999999', 'wrong_format', 'must be a whole number', 'give day as a whole number'],
  ])('%s is no whole number from 0 to 31', (written, error, message, action) => {
    expect(checkWhole(json(`{"day":${written}}`), '').findings).toEqual([{ path: 'day', error, message, action }]);
  });

  it.each(['1', '1.1', '1.10', '0.000', '"1.10"', '"1"', '12345'])(
    '%s is a decimal, and stays as written',
    (written) => {
      const value = json(`{"fee":${written}}`);
      expect(checkDecimal(value, '')).toEqual({ value, findings: [], unlisted: 0, warnings: [] });
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
  ])('%s is no decimal of five characters', (written, error) => {
    expect(checkDecimal(json(`{"fee":${written}}`), '').findings).toMatchObject([{ path: 'fee', error }]);
  });
});

describe('any value', () => {
  const check = compile(record({ free: optional(anything()), needed: anything() }));

  it.each(['null', '0', '1.10', '"x"', '""', '[]', '[null,{}]', '{"a":{"b":[1]}}', 'false'])(
    '%s passes unchanged',
    (written) => {
      const value = json(`{"free":${written},"needed":${written === '""' ? '1' : written}}`);
      expect(check(value, '')).toEqual({ value, findings: [], unlisted: 0, warnings: [] });
    },
  );

  it('has to be there where it is mandatory', () => {
    expect(check({}, '').findings.map(({ path, error }) => `${error} ${path}`)).toEqual(['field_missing needed']);
  });
});

describe('tolerances of numbers, texts and lists', () => {
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
  ])('%s is accepted as it is, with a warning', (written, path, rule) => {
    const value = json(written);
    expect(check(value, '')).toEqual({ value, findings: [], unlisted: 0, warnings: [{ path, rule }] });
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
  ])('%s is not', (written, finding) => {
    expect(check(json(written), '').findings.map(({ path, error }) => `${error} ${path}`)).toEqual([finding]);
  });
});
