import { describe, expect, it } from 'vitest';
import { type JsonValue, parseJson } from '../index.ts';
import { compile } from './compile.ts';
import { decimal, digits, discriminatedUnion, mapOf, optional, record, text } from './fields.ts';

const json = (text: string): JsonValue => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};

describe('an object whose kind is determined by one of its members', () => {
  const CARD = record({ kind: text(9), number: digits(4) });
  const CASH = record({ kind: text(9) });
  const OTHER = record({ kind: text(20, { fieldFormat: 'service-code' }), note: optional(text(2)) });
  const variants = { CARD, CASH };
  const closed = compile(record({ pay: discriminatedUnion('kind', variants, undefined) }));
  const open = compile(record({ pay: discriminatedUnion('kind', variants, OTHER) }));
  const findings = (check: typeof open, pay: JsonValue) =>
    check({ pay }, '').findings.map(({ path, error }) => `${error} ${path}`);

  it.each([
    ['the kind of its member', { kind: 'CARD', number: '1234' }],
    ['a kind without other members', { kind: 'CASH' }],
  ])('is accepted as %s', (_what, pay) => {
    expect(open({ pay }, '')).toEqual({ value: { pay }, findings: [], omittedCount: 0, warnings: [] });
    expect(closed({ pay }, '')).toEqual({ value: { pay }, findings: [], omittedCount: 0, warnings: [] });
  });

  it('of another kind is checked against the default schema, and refused if there is none', () => {
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
    ['that is a string', 'CASH', 'wrong_format pay'],
  ] as [string, JsonValue, string | undefined][])('%s', (_what, pay, finding) => {
    expect(findings(open, pay)).toEqual(finding === undefined ? [] : [finding]);
  });

  it('has no kind that comes from its prototype', () => {
    expect(findings(open, json('{"__proto__":{"kind":"CASH"}}'))).toEqual(['field_missing pay.kind']);
  });
});

describe('a map', () => {
  const check = compile(record({ limits: mapOf('currency', decimal(6)) }));
  const findings = (limits: JsonValue) => check({ limits }, '').findings.map(({ path, error }) => `${error} ${path}`);

  it('accepts every key of its format, and retains order and digits', () => {
    const value = json('{"limits":{"USD":1.10,"AED":"2.50","EUR":3}}');
    const checked = check(value, '');
    expect(checked).toEqual({ value, findings: [], omittedCount: 0, warnings: [] });
    expect(Object.keys((checked.value as { limits: object }).limits)).toEqual(['USD', 'AED', 'EUR']);
  });

  it('may be empty', () => {
    expect(findings({})).toEqual([]);
  });

  it('reports each invalid key and value', () => {
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
        action: 'send limits.AED as a decimal number such as 1.10',
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
    ['a string', 'AED'],
  ] as [string, JsonValue][])('is not %s', (_what, limits) => {
    expect(findings(limits)).toEqual(['wrong_format limits']);
  });

  it('reports a key shortened and without a card number, and accepts no prototype member as key', () => {
    expect(findings(json('{"__proto__":1}'))).toEqual(['wrong_format limits.__proto__']);
    expect(findings({ '4000 0012 3456 7899': 1 })).toEqual(['wrong_format limits.#']);
    expect(findings({ ['x'.repeat(500)]: 1 })).toEqual([`wrong_format limits.${'x'.repeat(60)}`]);
  });
});
