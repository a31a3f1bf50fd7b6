import { describe, expect, it } from 'vitest';
import type { DeliveryOutcome } from './delivery.ts';
import { planDisabling, planSettlement } from './delivery-schedule.ts';

const AT = new Date('2026-11-20T08:00:00.000Z');
const FRESH = { failures: 0, pendingSince: AT };

function delayMs(failures: number, jitter = 0.5): number {
  const plan = planSettlement({ failures, pendingSince: AT }, { outcome: 'REJECTED' }, AT, jitter);
  if (plan.state !== 'PENDING') throw new Error(`it is ${plan.state}`);
  return plan.nextAttemptAt.getTime() - AT.getTime();
}

describe('Retry-After', () => {
  it.each([
    ['is honoured, also where it is sooner than planned', 8, 60_000, 0, 60_000],
    ['is honoured, also where it is later than planned', 0, 1_800_000, 0, 1_800_000],
    ['is exceeded by chance, never undercut', 0, 60_000, 1, 66_000],
    ['counts as an hour where it is longer', 0, 86_400_000, 0, 3_600_000],
    ['counts as five seconds where it is shorter', 5, 0, 0, 5_000],
  ])('%s', (_what, failures, retryAfterMs, jitter, delay) => {
    const plan = planSettlement({ failures, pendingSince: AT }, { outcome: 'REJECTED', retryAfterMs }, AT, jitter);
    expect(plan).toEqual({ state: 'PENDING', nextAttemptAt: new Date(AT.getTime() + delay) });
  });
});

describe('a message that expires', () => {
  const expiring = (ms: number) => ({ failures: 4, pendingSince: AT, expiresAt: new Date(AT.getTime() + ms) });

  it('is due again when it expires at the latest', () => {
    const plan = planSettlement(expiring(60_000), { outcome: 'UNREACHABLE' }, AT, 0.5);
    expect(plan).toEqual({ state: 'PENDING', nextAttemptAt: new Date('2026-11-20T08:01:00.000Z') });
  });

  it('is dropped if its last attempt ends after the expiry, unless it was delivered', () => {
    expect(planSettlement(expiring(0), { outcome: 'TIMED_OUT' }, AT, 0.5)).toEqual({ state: 'EXPIRED' });
    expect(planSettlement(expiring(0), { outcome: 'DELIVERED' }, AT, 0.5)).toEqual({ state: 'DELIVERED' });
  });
});

it('a final answer makes a message dead at once', () => {
  expect(planSettlement(FRESH, { outcome: 'REJECTED', isFinal: true }, AT, 0.5)).toEqual({ state: 'DEAD' });
});

describe('a failed attempt', () => {
  it.each([
    [1, 5_000],
    [2, 30_000],
    [3, 120_000],
    [4, 600_000],
    [5, 1_800_000],
    [6, 3_600_000],
    [7, 7_200_000],
    [8, 14_400_000],
    [9, 28_800_000],
    [10, 28_800_000],
    [95, 28_800_000],
  ])('number %i is followed by the next after %i ms', (count, expected) => {
    expect(delayMs(count - 1)).toBe(expected);
  });

  it.each([
    [0, 4_500],
    [0.25, 4_750],
    [1, 5_500],
  ])(
    'is retried, with a random number of %d, after %i ms instead of 5 s: up to ten percent more or less',
    (jitter, expected) => {
      expect(delayMs(0, jitter)).toBe(expected);
    },
  );

  it.each([
    ['2026-10-21T08:00:05.000Z', 'DEAD'],
    ['2026-10-21T08:00:05.001Z', 'PENDING'],
  ])(
    'of a message that is pending since %s makes it %s: it is dead if the next attempt would be 30 days later or more',
    (since, state) => {
      const message = { failures: 0, pendingSince: new Date(since) };
      expect(planSettlement(message, { outcome: 'UNREACHABLE' }, AT, 0.5).state).toBe(state);
    },
  );

  it.each<DeliveryOutcome>([
    'REJECTED',
    'UNREACHABLE',
    'TIMED_OUT',
    'REDIRECTED',
    'BAD_ANSWER',
    'GONE',
    'ADDRESS_REFUSED',
    'NO_TOKEN',
  ])('is one that ends with %s', (outcome) => {
    expect(planSettlement(FRESH, { outcome }, AT, 0.5)).toEqual({
      state: 'PENDING',
      nextAttemptAt: new Date('2026-11-20T08:00:05.000Z'),
    });
  });

  it('does not include one that was delivered, however late', () => {
    const message = { failures: 90, pendingSince: new Date('2026-01-01T00:00:00Z') };
    expect(planSettlement(message, { outcome: 'DELIVERED' }, AT, 0.5)).toEqual({ state: 'DELIVERED' });
  });
});

describe('an endpoint', () => {
  const failed = { outcome: 'TIMED_OUT', reason: 'no answer' } as const;

  it('is disabled by one 410', () => {
    const goneOutcome = { outcome: 'GONE', reason: 'HTTP 410' } as const;
    expect(planDisabling(undefined, goneOutcome, AT)).toEqual({ reason: 'HTTP 410', failingSince: undefined });
  });

  it.each([
    ['never before', undefined, undefined],
    ['for a millisecond less than five days', '2026-11-15T08:00:00.001Z', undefined],
    [
      'for five days',
      '2026-11-15T08:00:00.000Z',
      'No delivery succeeded since 2026-11-15T08:00:00.000Z; last failure: no answer',
    ],
  ])('that failed %s', (_what, since, reason) => {
    const failingSince = since === undefined ? undefined : new Date(since);
    expect(planDisabling(failingSince, failed, AT)?.reason).toBe(reason);
  });
});
