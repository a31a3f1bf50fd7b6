import type { LimitInForce } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { accountLimitOfDraft, continuesCounting, inUnits, limitDraftOf, newLimitDraft } from './limit-draft.ts';

const limit = (terms: object) => ({ id: 'A', of: 'approvals', max: '10', ...terms }) as LimitInForce;

describe('a limit as it is typed', () => {
  it('requests the limit that it was created from, for a calendar window or a sliding one', () => {
    const daily = { measure: 'count', window: { calendar: 'day' } };
    const sliding = { measure: 'amount', window: { sliding: 5_400 }, where: { field: 'mcc', op: 'eq', value: '7995' } };
    for (const terms of [daily, sliding]) {
      expect(accountLimitOfDraft(limitDraftOf(limit(terms), null)).terms).toEqual({
        ...{ id: 'A', of: 'approvals', max: '10' },
        ...terms,
      });
    }
    expect(limitDraftOf(limit(sliding), 'E1')).toMatchObject({ exid: 'E1', last: '90', unit: 'minute' });
  });

  it('that locks a card to a merchant contains only the merchant', () => {
    const lock = { measure: 'merchants', max: '1', window: { calendar: 'lifetime' } };
    const first = limitDraftOf(limit({ ...lock, lockMerchant: 'first' }), 'E1');
    expect(first).toMatchObject({ measure: 'lock', merchant: '' });
    expect(accountLimitOfDraft(first).terms).toEqual({ id: 'A', lockMerchant: 'first' });
    expect(accountLimitOfDraft({ ...first, merchant: 'SHOP' }).terms).toEqual({ id: 'A', lockMerchant: 'SHOP' });
  });

  it('reports at its field a condition that is not JSON, and sends unchanged a length that is not a number', () => {
    expect(accountLimitOfDraft({ ...newLimitDraft(), where: '{"all": [' })).toEqual({ fault: { path: 'where' } });
    const typed = { ...newLimitDraft(), span: 'sliding' as const, last: 'two' };
    expect(accountLimitOfDraft(typed).terms).toMatchObject({ window: { sliding: 'two' } });
  });

  it('continues counting if only its max changes', () => {
    const before = limitDraftOf(limit({ measure: 'count', window: { calendar: 'week' } }), null);
    expect(continuesCounting(before, { ...before, max: '12' })).toBe(true);
    expect(continuesCounting(before, { ...before, where: '{"all": []}' })).toBe(false);
    expect(continuesCounting(before, { ...before, of: 'both' })).toBe(false);
  });

  it('is formatted in the longest unit that fits', () => {
    expect([60, 90, 7_200, 172_800].map((seconds) => Object.values(inUnits(seconds)).join(' '))).toEqual([
      '1 minute',
      '90 second',
      '2 hour',
      '2 day',
    ]);
  });
});
