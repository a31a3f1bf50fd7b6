import { expect, it } from 'vitest';
import { conditionOf, flatValues, isSameValue } from './content-values.ts';

it('a condition is one value, at any depth', () => {
  const where = {
    all: [{ field: 'mcc', op: 'eq', value: '7995' }, { not: { field: 'isForeign', op: 'eq', value: true } }],
  };
  const content = { state: 'LIVE', condition: where, limits: [{ max: '5.00', where }], entries: ['7995', '7801'] };
  expect([...flatValues(content)]).toEqual([
    ['state', 'LIVE'],
    ['condition', where],
    ['limits[0].max', '5.00'],
    ['limits[0].where', where],
    ['entries', ['7995', '7801']],
  ]);
});

it('conditions on payments and on requests for tokens are recognized, and other content is not', () => {
  expect(conditionOf({ field: 'deviceScore', op: 'lte', value: 2 })).toEqual({
    field: 'deviceScore',
    op: 'lte',
    value: 2,
  });
  expect(conditionOf({ field: 'noSuchField', op: 'eq', value: 1 })).toBeUndefined();
  expect([...flatValues({ oauth: { field: 'mcc', url: 'x' } }).keys()]).toEqual(['oauth.field', 'oauth.url']);
  expect([...flatValues(null)]).toEqual([]);
});

it('values are compared themselves and not their descriptions', () => {
  expect(isSameValue({ field: 'mcc', op: 'eq', value: 1 }, { field: 'mcc', op: 'eq', value: '1' })).toBe(false);
  expect(isSameValue(['7995'], ['7995', '7801'])).toBe(false);
  expect(isSameValue('5.00', '5.00')).toBe(true);
  expect(isSameValue(undefined, [])).toBe(true);
});
