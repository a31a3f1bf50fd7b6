import { describe, expect, it } from 'vitest';
import { inheritanceOf } from './inheritance.ts';
import { definitionDifferences, fieldsOf, isSameDefinition, sentDefinition } from './program-draft.ts';

describe('a program as it is typed', () => {
  it('sends what is set, and nothing that was left empty', () => {
    const typed = { defaults: { ecomStatus: 'OFF', dailyLimit: '' }, ceilings: { dailyLimit: '10', limit1: '' } };
    expect(sentDefinition(typed)).toEqual({ defaults: { ecomStatus: 'OFF' }, ceilings: { dailyLimit: '10' } });
    expect(isSameDefinition(typed, { defaults: { ecomStatus: 'OFF' }, ceilings: { dailyLimit: '10' } })).toBe(true);
    expect(isSameDefinition(typed, { defaults: {}, ceilings: { dailyLimit: '10' } })).toBe(false);
  });

  it('is compared with any other version, part by part', () => {
    const one = { defaults: { dailyLimit: '5.00', ecomStatus: 'OFF' }, ceilings: {} };
    const other = { defaults: { dailyLimit: '6.00' }, ceilings: { dailyLimit: '9.00' } };
    expect(definitionDifferences(one, other)).toEqual([
      { part: 'defaults', field: 'dailyLimit', was: '5.00', is: '6.00' },
      { part: 'defaults', field: 'ecomStatus', was: 'OFF', is: null },
      { part: 'ceilings', field: 'dailyLimit', was: null, is: '9.00' },
    ]);
    expect(definitionDifferences(one, one)).toEqual([]);
    expect(fieldsOf(other)).toEqual(['dailyLimit']);
  });
});

describe('what an account has under a program', () => {
  const program = {
    defaults: { dailyLimit: '500.00', cashStatus: 'OFF', motoStatus: 'OFF' },
    ceilings: { dailyLimit: '600.00', monthlyLimit: '9000.00', limit1: '20' },
  };

  it('is its own value, or the default where it set nothing; a default of before is none of its own', () => {
    const cardSettings = { dailyLimit: '400.00', cashStatus: 'ON', motoStatus: '', limit1: '' };
    const found = inheritanceOf({ cardSettings, inherited: { fields: ['dailyLimit'] } }, program);
    expect(found.map(({ field, value, from }) => `${field} ${value} ${from}`)).toEqual([
      'dailyLimit 500.00 program',
      'monthlyLimit  nothing',
      'limit1  nothing',
      'motoStatus OFF program',
      'cashStatus ON account',
    ]);
  });

  it('is told to be above a ceiling where it is, whatever its decimals', () => {
    const above = (dailyLimit: string) =>
      inheritanceOf({ cardSettings: { dailyLimit } }, program).find(({ field }) => field === 'dailyLimit')?.isAbove;
    expect([above('600.01'), above('600'), above('1000'), above('99.99')]).toEqual([true, false, true, false]);
  });
});
