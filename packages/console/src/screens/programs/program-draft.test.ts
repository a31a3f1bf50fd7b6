import { describe, expect, it } from 'vitest';
import { inheritanceOf } from './inheritance.ts';
import {
  backtestDefinition,
  definitionDifferences,
  definitionOfDraft,
  definitionToSend,
  draftOfDefinition,
  fieldsOf,
  isSameDefinition,
  NO_DEFINITION,
} from './program-draft.ts';
import { faultsOfBacktestLimits, limitOfDraft, parseSharedLimits, withNewLimit } from './program-limit-draft.ts';

describe('a program as it is typed', () => {
  it('sends the values that are set, and no empty ones', () => {
    const [defaults, ceilings] = [
      { ecomStatus: 'OFF', dailyLimit: '' },
      { dailyLimit: '10', limit1: '' },
    ];
    const typed = { defaults, ceilings, limits: [] };
    expect(definitionToSend(typed)).toEqual({
      defaults: { ecomStatus: 'OFF' },
      ceilings: { dailyLimit: '10' },
      limits: [],
    });
    expect(isSameDefinition(typed, { ...typed, defaults: { ecomStatus: 'OFF' } })).toBe(true);
    expect(isSameDefinition(typed, { ...typed, defaults: {} })).toBe(false);
  });

  it('is compared with any other version, field by field', () => {
    const one = { defaults: { dailyLimit: '5.00', ecomStatus: 'OFF' }, ceilings: {}, limits: [] };
    const other = { defaults: { dailyLimit: '6.00' }, ceilings: { dailyLimit: '9.00' }, limits: [] };
    expect(definitionDifferences(one, other)).toEqual([
      { part: 'defaults', field: 'dailyLimit', was: '5.00', is: '6.00' },
      { part: 'defaults', field: 'ecomStatus', was: 'OFF', is: null },
      { part: 'ceilings', field: 'dailyLimit', was: null, is: '9.00' },
    ]);
    expect(definitionDifferences(one, one)).toEqual([]);
    const [few, none] = [5, 0].map((tokensOfCard) => ({ ...one, provisioning: { tokensOfCard } }));
    expect(definitionDifferences(few!, none!)).toEqual([
      { part: 'provisioning', field: 'tokensOfCard', was: '5', is: '0' },
    ]);
    expect(definitionDifferences(one, none!)).toMatchObject([{ was: null, is: '0' }]);
    expect(fieldsOf(other)).toEqual(['dailyLimit']);
  });
});

describe('the values of an account under a program', () => {
  const program = {
    defaults: { dailyLimit: '500.00', cashStatus: 'OFF', motoStatus: 'OFF' },
    ceilings: { dailyLimit: '600.00', monthlyLimit: '9000.00', limit1: '20' },
    limits: [],
  };

  it('are its own values, or the defaults where it set none; an earlier default does not count as its own', () => {
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

  it('are reported as above a ceiling, whatever their number of decimals', () => {
    const above = (dailyLimit: string) =>
      inheritanceOf({ cardSettings: { dailyLimit } }, program).find(({ field }) => field === 'dailyLimit')?.isAbove;
    expect([above('600.01'), above('600'), above('1000'), above('99.99')]).toEqual([true, false, true, false]);
  });
});

describe('limits of a program as they are typed', () => {
  const bank = { id: 'JEWELS', level: 'bank', measure: 'amount', window: { calendar: 'day' }, max: '500.00' } as const;
  const often = { id: 'OFTEN', level: 'card', measure: 'count', window: { sliding: 3_600 }, max: '5' } as const;
  const of = (...limits: readonly (typeof bank | typeof often)[]) => ({ ...NO_DEFINITION, limits });

  it('equal those of the version that they were created from, however it was written', () => {
    const typed = definitionOfDraft(draftOfDefinition(of(bank, often)));
    expect(typed.limits).toEqual([
      { ...bank, of: 'approvals' },
      { ...often, of: 'approvals' },
    ]);
    expect(definitionDifferences(of(bank, often), typed)).toEqual([]);
    expect(isSameDefinition(of(bank, often), typed)).toBe(true);
    expect(isSameDefinition(of(often, bank), typed)).toBe(false);
    const lock = { id: 'SHOP', level: 'card', lockMerchant: 'first' } as const;
    expect(definitionOfDraft(draftOfDefinition({ ...NO_DEFINITION, limits: [lock] })).limits).toEqual([lock]);
  });

  it('are compared by level and name', () => {
    const more = { ...bank, max: '600.00' };
    const account = { ...often, level: 'account' } as const;
    const found = definitionDifferences(of(bank, often), { ...NO_DEFINITION, limits: [more, account] });
    expect(found.map(({ field, was, is }) => [field, JSON.parse(was ?? '0').max, JSON.parse(is ?? '0').max])).toEqual([
      ['bank JEWELS', '500.00', '600.00'],
      ['card OFTEN', '5', undefined],
      ['account OFTEN', undefined, '5'],
    ]);
  });

  it('that accounts share are not tested on history, and faults of the others keep their own positions', () => {
    expect(backtestDefinition(of(bank, often)).limits).toEqual([often]);
    const fault = { path: 'limits[0].max', message: 'must be a whole number' };
    expect(faultsOfBacktestLimits([fault], of(bank, often).limits)).toEqual([{ ...fault, path: 'limits[1].max' }]);
    expect(parseSharedLimits(JSON.stringify([bank]))).toEqual([bank]);
    for (const wrong of ['[', '{}', JSON.stringify([often]), '[null]', '[{"id":"A","level":"bank","measure":"x"}]']) {
      expect(parseSharedLimits(wrong)).toBeUndefined();
    }
  });

  it('with a condition that is not JSON are sent as typed', () => {
    const draft = { ...withNewLimit([]), id: 'A', max: '1', where: '{"all": [' };
    expect(limitOfDraft(draft)).toMatchObject({ id: 'A', level: 'account', where: '{"all": [' });
    expect([withNewLimit([]).key, withNewLimit([draft]).key]).toEqual([0, 1]);
  });
});
