import { authorizeEcommerce, compile } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { clockMove } from '../sandbox/move-clock.ts';
import { minorText, networkMessage } from './network-message.ts';
import { planTraffic } from './traffic-plan.ts';
import { TrafficTally } from './traffic-tally.ts';

const FACTS = {
  card: { number: '400000******0018', expiry: '3111' },
  account: '001000000001',
  currency: 'AED',
  amount: '25.00',
  mcc: '5411',
  country: 'AE',
  at: new Date('2026-11-20T08:00:00Z'),
  rrn: '632412000011',
  stan: '000011',
};

describe('a simulated message', () => {
  it.each(['AED', 'KWD', 'JPY'])('conforms to the table of the interface in %s', (currency) => {
    const check = compile(authorizeEcommerce.request);
    const message = networkMessage({ ...FACTS, currency, amount: '25' });
    expect(check(message, '')).toMatchObject({ findings: [], warnings: [] });
  });

  it.each([
    ['25.00', 2, '2500'],
    ['25', 2, '2500'],
    ['0.05', 2, '5'],
    ['1.5', 3, '1500'],
    ['7', 0, '7'],
  ])('converts %s with %i digits to %s minor units', (amount, digits, minor) => {
    expect(minorText(amount, digits)).toBe(minor);
  });

  it.each(['1.005', '-1', '', '1,50', 'ten'])('is not created for the amount %j', (amount) => {
    expect(() => minorText(amount, 2)).toThrow('is not a valid amount');
  });
});

describe('simulated traffic', () => {
  const take = (seed: number) => {
    const plan = planTraffic(seed, 3);
    return Array.from({ length: 500 }, () => plan.next().value);
  };

  it('is equal for equal seeds, and differs for different seeds', () => {
    expect(take(7)).toEqual(take(7));
    expect(take(7)).not.toEqual(take(8));
  });

  it('uses every card, and reverses most payments', () => {
    const planned = take(7);
    expect(new Set(planned.map(({ card }) => card))).toEqual(new Set([0, 1, 2]));
    expect(planned.filter(({ then }) => then === 'reverse').length).toBeGreaterThan(300);
    expect(planned.every(({ amount }) => /^\d+\.\d\d$/.test(amount))).toBe(true);
  });

  it('is summarized by codes and times with two digits', () => {
    const tally = new TrafficTally();
    for (const ms of [1.234, 5, 10, 100.4]) tally.addDecision('00', ms);
    tally.addDecision('51', 1_234);
    tally.failed('connection_failed');
    expect(tally.summary()).toMatchObject({
      answered: 5,
      action_codes: { '00': 4, '51': 1 },
      failures: { connection_failed: 1 },
      milliseconds: { median: 10, p95: 1_200, p99: 1_200, slowest: 1_200 },
    });
  });
});

describe('the sandbox clock', () => {
  it.each([
    ['+3d', { advance_seconds: 259_200 }],
    ['+1d12h', { advance_seconds: 129_600 }],
    ['+90s', { advance_seconds: 90 }],
    ['+2w', { advance_seconds: 1_209_600 }],
    ['2026-12-01T00:00:00Z', { to: '2026-12-01T00:00:00.000Z' }],
    ['2026-12-01', { to: '2026-12-01T00:00:00.000Z' }],
  ])('moves by %s', (text, move) => {
    expect(clockMove(text)).toEqual(move);
  });

  it.each(['3d', '+3', '-3d', 'tomorrow', '+', '2026-13-01', '01/12/2026'])('does not move by %j', (text) => {
    expect(() => clockMove(text)).toThrow('is neither a duration');
  });
});
