import { SWITCHES, type Switch } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import {
  decideWith,
  ENTRIES,
  type FactsChange,
  SWITCH_REASONS,
  withChanges,
} from '../../../../testing/decisions/authorization-facts.ts';
import type { StoredSettings } from '../../../card-settings/card-settings.ts';
import { decide } from '../decide.ts';

/** What each switch covers, by entry in the order above: p purchases only, c cash only, b both, - neither. */
const COVERAGE: Record<Switch, string> = {
  master: 'b b b b b b b b b',
  cardPresent: '- - - - - b b b b',
  cardNotPresent: 'b b b b b - - - -',
  ecom: 'b - - - - - - - -',
  moto: '- b - - - - - - -',
  recurring: '- - b - - - - - -',
  fallback: '- - - - - - - - b',
  cash: 'c c c c c c c c c',
  purchase: 'p p p p p p p p p',
  // by the merchant's category, not by the channel
  function1: 'b b b b b b b b b',
  function2: '- - - - - - - - -',
  function3: '- - - - - - - - -',
};
const OF_FUNCTION_1: FactsChange = { message: { merchantCategory: '7995' } };

const reasonOf = (settings: StoredSettings, ...changes: FactsChange[]) => decideWith({ settings }, ...changes).reason;
const states = (settings: StoredSettings, ...changes: FactsChange[]) =>
  decideWith({ settings }, ...changes)
    .trace.find(([rule]) => rule === 'SWITCHES')!
    .at(-1);
const off = (name: Switch): StoredSettings => ({ [`${name}Status`]: 'OFF' });

describe('a switch', () => {
  it.each(SWITCHES)('%s that is off refuses what it covers, by entry and cash, and nothing else', (name) => {
    const coverage = ENTRIES.map((entry) => {
      const reason = (isCash: boolean) => reasonOf(off(name), OF_FUNCTION_1, { entry, isCash });
      for (const isCash of [true, false]) expect(['APPROVED', SWITCH_REASONS[name]]).toContain(reason(isCash));
      if (reason(true) !== 'APPROVED') return reason(false) !== 'APPROVED' ? 'b' : 'c';
      return reason(false) !== 'APPROVED' ? 'p' : '-';
    });
    expect(coverage.join(' ')).toBe(COVERAGE[name]);
  });

  it.each([
    ['7995', ['FUNCTION1_OFF', 'APPROVED', 'APPROVED']],
    ['5813', ['APPROVED', 'FUNCTION2_OFF', 'APPROVED']],
    ['4829', ['APPROVED', 'APPROVED', 'FUNCTION3_OFF']],
    ['5999', ['FUNCTION1_OFF', 'FUNCTION2_OFF', 'FUNCTION3_OFF']],
    ['5411', ['APPROVED', 'APPROVED', 'APPROVED']],
  ])('of a function covers the merchants configured for it: category %s', (merchantCategory, reasons) => {
    const actual = (['function1', 'function2', 'function3'] as const).map((name) =>
      reasonOf(off(name), { message: { merchantCategory } }),
    );
    expect(actual).toEqual(reasons);
  });

  it('of a function that the bank does not use covers nothing', () => {
    const change: FactsChange = { control: { functions: [undefined, undefined, undefined] } };
    expect(reasonOf(off('function1'), OF_FUNCTION_1, change)).toBe('APPROVED');
  });

  it('that was never set is on', () => {
    expect(reasonOf({})).toBe('APPROVED');
    expect(states({})).toBe('');
  });
});

describe('the state of a switch', () => {
  const UNTIL = '2026-11-20T19:59:00.000Z';
  const at = (settings: StoredSettings, instant: string) => {
    const { facts, message } = withChanges({ settings });
    const decision = decide(facts, message, new Date(instant));
    return `${decision.reason} ${decision.trace.find(([rule]) => rule === 'SWITCHES')!.at(-1)}`;
  };
  const BEFORE = '2026-11-20T19:58:59.999Z';

  it.each([
    ['ON', { ecomStatus: 'ON' }, 'APPROVED ecom:ON', 'APPROVED ecom:ON'],
    ['OFF', { ecomStatus: 'OFF' }, 'ECOM_OFF ecom:OFF', 'ECOM_OFF ecom:OFF'],
    ['ON_FOR_ONE', { ecomStatus: 'ON_FOR_ONE' }, 'APPROVED ecom:ON_FOR_ONE', 'APPROVED ecom:ON_FOR_ONE'],
    ['ON_UNTIL without a time', { ecomStatus: 'ON_UNTIL' }, 'ECOM_OFF ecom:OFF', 'ECOM_OFF ecom:OFF'],
    ['a time alone', { ecomOnUntil: UNTIL }, 'APPROVED ecom:ON_UNTIL', 'ECOM_OFF ecom:OFF'],
    [
      'ON_UNTIL with its time',
      { ecomStatus: 'ON_UNTIL', ecomOnUntil: UNTIL },
      'APPROVED ecom:ON_UNTIL',
      'ECOM_OFF ecom:OFF',
    ],
    ['ON with a time', { ecomStatus: 'ON', ecomOnUntil: UNTIL }, 'APPROVED ecom:ON_UNTIL', 'ECOM_OFF ecom:OFF'],
    ['OFF with a time', { ecomStatus: 'OFF', ecomOnUntil: UNTIL }, 'APPROVED ecom:ON_UNTIL', 'ECOM_OFF ecom:OFF'],
    [
      'ON_FOR_ONE with a time',
      { ecomStatus: 'ON_FOR_ONE', ecomOnUntil: UNTIL },
      'APPROVED ecom:ON_FOR_ONE',
      'ECOM_OFF ecom:OFF',
    ],
  ])('set as %s, one millisecond before the time and at it', (_what, settings: StoredSettings, before, after) => {
    expect([at(settings, BEFORE), at(settings, UNTIL)]).toEqual([before, after]);
  });

  it('is ON if the status of cash is a number', () => {
    expect(states({ cashStatus: '999' }, { isCash: true })).toBe('cash:ON');
    expect(states({ cashStatus: '0' }, { isCash: true })).toBe('cash:ON');
  });

  it('is in the trace for every set switch that covers the message, in the order of evaluation, whichever declines', () => {
    const settings: StoredSettings = {
      function3Status: 'ON',
      function2Status: 'ON_FOR_ONE',
      function1Status: 'OFF',
      purchaseStatus: 'ON',
      cashStatus: 'OFF',
      ecomStatus: 'ON',
      motoStatus: 'OFF',
      cardNotPresentStatus: 'ON_FOR_ONE',
      cardPresentStatus: 'OFF',
      masterStatus: 'ON',
    };
    const message: FactsChange = { message: { merchantCategory: '5999' } };
    expect(states(settings, message)).toBe(
      'master:ON cardNotPresent:ON_FOR_ONE ecom:ON purchase:ON function1:OFF function2:ON_FOR_ONE function3:ON',
    );
    expect(reasonOf(settings, message)).toBe('FUNCTION1_OFF');
  });
});

describe('small card-present amounts', () => {
  const below: StoredSettings = {
    cardPresentStatus: 'OFF',
    cardPresentAllowBelow: 'true',
    cardPresentAllowBelowLimit: '91.81',
  };
  const chip: FactsChange = { entry: 'CHIP' };

  it('pass up to the limit while its use is off, and no minor unit above it', () => {
    expect(reasonOf(below, chip)).toBe('APPROVED');
    expect(reasonOf(below, chip, { message: { billingMinor: 9_182n } })).toBe('CP_OFF');
    expect(reasonOf(below, chip, { message: { billingMinor: 1n } })).toBe('APPROVED');
  });

  it.each([
    ['not allowed', { cardPresentAllowBelow: 'false' }],
    ['never allowed', { cardPresentAllowBelow: undefined }],
    ['allowed without a limit', { cardPresentAllowBelowLimit: undefined }],
  ])('do not pass if that is %s', (_what, change) => {
    const settings = Object.fromEntries(
      Object.entries({ ...below, ...change }).filter(([, text]) => text !== undefined),
    );
    expect(reasonOf(settings, chip)).toBe('CP_OFF');
  });

  it('pass only that switch', () => {
    expect(reasonOf({ ...below, masterStatus: 'OFF' }, chip)).toBe('MASTER_OFF');
    expect(reasonOf({ ...below, purchaseStatus: 'OFF' }, chip)).toBe('PURCHASE_OFF');
    expect(reasonOf({ ...below, fallbackStatus: 'OFF' }, { entry: 'FALLBACK' })).toBe('FALLBACK_OFF');
    expect(reasonOf({ ...below, cardNotPresentStatus: 'OFF' })).toBe('CNP_OFF');
  });

  it('pass after the time of the switch has ended, and every limit applies to them', () => {
    const over: StoredSettings = { ...below, cardPresentStatus: 'ON', cardPresentOnUntil: '2026-11-20T07:59:59.999Z' };
    expect(reasonOf(over, chip)).toBe('APPROVED');
    expect(reasonOf({ ...below, cardPresentTransactionLimit: '91.80' }, chip)).toBe('CP_TRANSACTION_LIMIT');
  });
});
