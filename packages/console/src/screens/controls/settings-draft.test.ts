import { describe, expect, it } from 'vitest';
import {
  concurrentChanges,
  type Draft,
  displayedValue,
  patchOf,
  type SettingsResponse,
  withValue,
} from './settings-draft.ts';

const seen = (cardFeatureChecksum: string, settings: object) =>
  ({ cardFeatureChecksum, cardSettings: settings }) as SettingsResponse;

const draft = (settings: object): Draft => ({ seen: seen('a', settings), values: {} });

describe('a draft of settings', () => {
  it('treats a switch that was never set, or contains a number, as on', () => {
    expect(displayedValue({}, 'ecomStatus')).toBe('ON');
    expect(displayedValue({ cashStatus: '30' }, 'cashStatus')).toBe('ON');
    expect(displayedValue({ cashStatus: 'OFF' }, 'cashStatus')).toBe('OFF');
    expect(displayedValue({}, 'dailyLimit')).toBe('');
  });

  it('sends changed values, and nothing that was changed back', () => {
    let changed = withValue(draft({ dailyLimit: '500.00', masterStatus: 'ON' }), 'dailyLimit', '600');
    changed = withValue(changed, 'masterStatus', 'OFF');
    changed = withValue(changed, 'masterStatus', 'ON');
    expect(patchOf(changed)).toEqual({ dailyLimit: '600' });
    expect(patchOf(withValue(changed, 'dailyLimit', '500'))).toEqual({});
    expect(patchOf(withValue(changed, 'dailyLimit', ''))).toEqual({ dailyLimit: '' });
  });

  it('does not send a time while its switch is not ON_UNTIL', () => {
    const timed = withValue(draft({}), 'ecomOnUntil', '2026-12-24T23:59:00.000+04:00');
    expect(patchOf(timed)).toEqual({});
    expect(patchOf(withValue(timed, 'ecomStatus', 'ON_UNTIL'))).toEqual({
      ecomOnUntil: '2026-12-24T23:59:00.000+04:00',
      ecomStatus: 'ON_UNTIL',
    });
  });

  it('reports concurrent changes of others, and does not treat a counter as a change', () => {
    const before = seen('a', { dailyLimit: '500.00', dailyCounter: '0.00', ecomOnUntil: 'x', ecomStatus: 'ON_UNTIL' });
    const after = seen('b', { dailyLimit: '700.00', dailyCounter: '25.00', ecomStatus: 'OFF' });
    expect(concurrentChanges(before, after)).toEqual([
      { field: 'dailyLimit', was: '500.00', willBe: '700.00' },
      { field: 'ecomOnUntil', was: 'x', willBe: '' },
      { field: 'ecomStatus', was: 'ON_UNTIL', willBe: 'OFF' },
    ]);
    expect(concurrentChanges(before, { ...after, cardFeatureChecksum: 'a' })).toEqual([]);
  });
});
