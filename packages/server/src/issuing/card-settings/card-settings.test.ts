import { SWITCHES } from '@cardwright/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch, patchOfSpent, type StoredSettings, spendSwitches, toCardSettings } from './card-settings.ts';
import { stateOf, toSwitch } from './switch-setting.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');
const LATER = '2026-11-21T08:00:00.000Z';

const switchesOf = (stored: StoredSettings) => ({ ...toCardSettings(stored, 2).switches });

describe('toCardSettings', () => {
  it('sets only the switches that have a status or a time', () => {
    expect(switchesOf({})).toEqual({});
    expect(switchesOf({ ecomStatus: 'OFF', motoOnUntil: LATER, dailyLimit: '5.00' })).toEqual({
      ecom: { status: 'OFF', onUntilMs: undefined },
      moto: { status: 'ON_UNTIL', onUntilMs: Date.parse(LATER) },
    });
    const all = Object.fromEntries(SWITCHES.map((name) => [`${name}Status`, 'OFF']));
    expect(Object.keys(switchesOf(all))).toEqual([
      ...['master', 'cardPresent', 'cardNotPresent', 'ecom', 'moto', 'recurring', 'fallback', 'purchase', 'cash'],
      ...['function1', 'function2', 'function3'],
    ]);
  });

  it('reads a number in the cash status as ON', () => {
    expect(switchesOf({ cashStatus: '999' })).toEqual({ cash: { status: 'ON', onUntilMs: undefined } });
    expect(switchesOf({ cashStatus: '0' })).toEqual({ cash: { status: 'ON', onUntilMs: undefined } });
  });

  it('converts limits to minor units of the currency', () => {
    const stored = { dailyLimit: '1500.50', limit3: '0.00' };
    expect(toCardSettings(stored, 2).limits).toEqual({ dailyLimit: 150050n, limit3: 0n });
    expect(toCardSettings({ dailyLimit: '1500' }, 0).limits.dailyLimit).toBe(1500n);
    expect(toCardSettings({ dailyLimit: '1.505' }, 3).limits.dailyLimit).toBe(1505n);
  });

  it.each([
    ['nothing', {}, { isSet: false, any: false, countries: [], window: undefined }],
    [
      'any refused',
      { cardPresentAllowAnyForeign: 'false' },
      { isSet: true, any: false, countries: [], window: undefined },
    ],
    [
      'any allowed',
      { cardPresentAllowAnyForeign: 'true' },
      { isSet: true, any: true, countries: [], window: undefined },
    ],
    [
      'a list alone, in all three kinds of codes',
      { cardPresentAllowSpecificForeignCountries: 'DE, FRA ,840' },
      { isSet: true, any: false, countries: ['DE', 'FR', 'US'], window: undefined },
    ],
    [
      'a list that is switched off',
      { cardPresentAllowSpecificForeign: 'false', cardPresentAllowSpecificForeignCountries: 'DE' },
      { isSet: true, any: false, countries: [], window: undefined },
    ],
    [
      'specific ones, but none named',
      { cardPresentAllowSpecificForeign: 'true' },
      { isSet: true, any: false, countries: [], window: undefined },
    ],
    [
      'a window without start',
      { cardPresentAllowForeignEnd: LATER },
      {
        isSet: true,
        any: false,
        countries: [],
        window: { fromMs: Number.NEGATIVE_INFINITY, untilMs: Date.parse(LATER) },
      },
    ],
    [
      'a window without end',
      { cardPresentAllowForeignStart: LATER },
      {
        isSet: true,
        any: false,
        countries: [],
        window: { fromMs: Date.parse(LATER), untilMs: Number.POSITIVE_INFINITY },
      },
    ],
  ] as [string, StoredSettings, object][])('reads foreign use: %s', (_what, stored, expected) => {
    const { foreign } = toCardSettings(stored, 2);
    expect({ ...foreign, countries: [...foreign.countries] }).toEqual(expected);
  });

  it.each([
    [{}, false],
    [{ cardPresentAllowBelow: 'false' }, false],
    [{ cardPresentAllowBelow: 'true' }, true],
  ] as [StoredSettings, boolean][])('reads allow-below from %j as %s', (stored, expected) => {
    expect(toCardSettings(stored, 2).allowBelow).toBe(expected);
  });
});

describe('stateOf', () => {
  const past = '2026-11-20T08:00:00.000Z';
  const ahead = '2026-11-20T08:00:00.001Z';

  it.each([
    ['ON', undefined, 'ON'],
    ['OFF', undefined, 'OFF'],
    ['ON_FOR_ONE', undefined, 'ON_FOR_ONE'],
    ['ON_UNTIL', undefined, 'OFF'],
    ['ON', ahead, 'ON_UNTIL'],
    ['OFF', ahead, 'ON_UNTIL'],
    ['ON_FOR_ONE', ahead, 'ON_FOR_ONE'],
    ['ON_UNTIL', ahead, 'ON_UNTIL'],
    ['ON', past, 'OFF'],
    ['OFF', past, 'OFF'],
    ['ON_FOR_ONE', past, 'OFF'],
    ['ON_UNTIL', past, 'OFF'],
  ] as const)('returns for %s until %s: %s', (status, time, expected) => {
    expect(stateOf(toSwitch({ status, time })!, NOW)).toBe(expected);
  });
});

describe('applyPatch', () => {
  it.each([
    ['sets', {}, { dailyLimit: '5.00' }, { dailyLimit: '5.00' }],
    [
      'replaces',
      { dailyLimit: '5.00', limit1: '1.00' },
      { dailyLimit: '6.00' },
      { dailyLimit: '6.00', limit1: '1.00' },
    ],
    ['clears', { dailyLimit: '5.00', limit1: '1.00' }, { dailyLimit: '' }, { limit1: '1.00' }],
    ['clears what is not there', {}, { dailyLimit: '' }, {}],
    [
      'ends a time by a status',
      { ecomStatus: 'ON_UNTIL', ecomOnUntil: LATER },
      { ecomStatus: 'OFF' },
      { ecomStatus: 'OFF' },
    ],
    ['ends a time by ON, too', { ecomOnUntil: LATER }, { ecomStatus: 'ON' }, { ecomStatus: 'ON' }],
    [
      'ends a time by ON_FOR_ONE, too',
      { ecomOnUntil: LATER },
      { ecomStatus: 'ON_FOR_ONE' },
      { ecomStatus: 'ON_FOR_ONE' },
    ],
    [
      'keeps the time under ON_UNTIL',
      { ecomStatus: 'OFF', ecomOnUntil: LATER },
      { ecomStatus: 'ON_UNTIL' },
      { ecomStatus: 'ON_UNTIL', ecomOnUntil: LATER },
    ],
    [
      'takes a status and a time together',
      { ecomOnUntil: '2026-11-20T09:00:00.000Z' },
      { ecomStatus: 'OFF', ecomOnUntil: LATER },
      { ecomStatus: 'OFF', ecomOnUntil: LATER },
    ],
    [
      'leaves the times of other switches',
      { ecomOnUntil: LATER, motoOnUntil: LATER },
      { ecomStatus: 'OFF' },
      { ecomStatus: 'OFF', motoOnUntil: LATER },
    ],
    [
      'clears the time with a cash status that is cleared',
      { cashStatus: '999', cashOnUntil: LATER },
      { cashStatus: '' },
      {},
    ],
    [
      'is empty and changes nothing',
      { ecomStatus: 'OFF', ecomOnUntil: LATER },
      {},
      { ecomStatus: 'OFF', ecomOnUntil: LATER },
    ],
  ] as [string, StoredSettings, StoredSettings, StoredSettings][])('%s', (_what, stored, patch, expected) => {
    const before = JSON.stringify(stored);
    expect(applyPatch(stored, patch)).toEqual(expected);
    expect(JSON.stringify(stored)).toBe(before);
  });

  it('changes nothing more when the same patch is applied again, whatever was stored', () => {
    const fields = ['ecomStatus', 'ecomOnUntil', 'motoStatus', 'motoOnUntil', 'dailyLimit'] as const;
    const value = (field: string) => {
      if (field.endsWith('Status')) return fc.constantFrom('ON', 'OFF', 'ON_FOR_ONE', 'ON_UNTIL');
      return field.endsWith('Until') ? fc.constantFrom('', LATER) : fc.constantFrom('', '5.00', '6.00');
    };
    const patches = fc.record(Object.fromEntries(fields.map((field) => [field, value(field)])), { requiredKeys: [] });
    fc.assert(
      fc.property(patches, patches, (first, second) => {
        const stored = applyPatch({}, first);
        const once = applyPatch(stored, second);
        expect(applyPatch(once, second)).toEqual(once);
        expect(Object.values(once)).not.toContain('');
      }),
    );
  });
});

describe('spendSwitches', () => {
  it('switches off the spent switches and their times, and leaves the others unchanged', () => {
    const stored = {
      ecomStatus: 'ON_FOR_ONE',
      ecomOnUntil: LATER,
      masterStatus: 'ON_FOR_ONE',
      motoStatus: 'ON_FOR_ONE',
    };
    expect(spendSwitches(toCardSettings(stored, 2), ['ecom', 'master']).switches).toEqual({
      ecom: { status: 'OFF', onUntilMs: undefined },
      master: { status: 'OFF', onUntilMs: undefined },
      moto: { status: 'ON_FOR_ONE', onUntilMs: undefined },
    });
    expect(applyPatch(stored, patchOfSpent(['ecom', 'master']))).toEqual({
      ecomStatus: 'OFF',
      masterStatus: 'OFF',
      motoStatus: 'ON_FOR_ONE',
    });
  });
});
