import type { HistoryEntry } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { settingsChanges } from './settings-history.ts';

const set = (at: string, patch: object, who: object) =>
  ({ kind: 'SETTINGS', at, change: { patch }, ...who }) as HistoryEntry;

const NEWEST_FIRST: readonly HistoryEntry[] = [
  set('2026-11-20T10:00:00.000Z', { dailyLimit: '700.00', ecomOnUntil: '' }, { actor: 'a-1', person: 'Omar Farouk' }),
  { kind: 'OPENED', at: '2026-11-20T09:00:00.000Z' } as HistoryEntry,
  set('2026-11-20T08:00:00.000Z', { dailyLimit: '500.00', ecomStatus: 'OFF' }, { actor: 'demo-bank' }),
];

describe('the history of settings', () => {
  it('lists who changed which field, with the old and the new value, newest first', () => {
    expect(settingsChanges(NEWEST_FIRST, true)).toEqual([
      {
        at: '2026-11-20T10:00:00.000Z',
        by: 'Omar Farouk',
        differences: [{ field: 'dailyLimit', was: '500.00', willBe: '700.00' }],
      },
      {
        at: '2026-11-20T08:00:00.000Z',
        by: 'demo-bank',
        differences: [
          { field: 'dailyLimit', was: '', willBe: '500.00' },
          { field: 'ecomStatus', was: 'ON', willBe: 'OFF' },
        ],
      },
    ]);
  });

  it('has no old value where older changes are missing', () => {
    expect(settingsChanges(NEWEST_FIRST, false).at(1)?.differences[0]).toEqual({
      field: 'dailyLimit',
      was: undefined,
      willBe: '500.00',
    });
  });
});
