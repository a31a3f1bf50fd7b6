import { afterEach, describe, expect, it } from 'vitest';
import { amountFields, controlsOf, reasonOf, reverse, setControls, use } from '../../../testing/cards/card-control.ts';
import { balances, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileServer, TEST_NOW } from '../../../testing/test-server.ts';

const server = fileServer();
afterEach(() => server.clock.set(TEST_NOW));

/** Moves the clock, and prepares the partitions of that time. */
async function goTo(instant: string): Promise<void> {
  server.clock.set(instant);
  await server.server.periodicJobs.prepareFor(new Date(instant));
}

type Bank = 'demo-bank' | 'other-bank';
const newCard = (as: Bank = 'demo-bank') => issueCard(server, { available: '100000.00', as });

describe('a window', () => {
  /** The limit, the bank, the time of its first use, the end of its window, and that end in the settings. */
  it.each([
    [
      'dailyLimit',
      'demo-bank',
      '2026-11-20T08:00:00.000Z',
      '2026-11-20T20:00:00.000Z',
      '2026-11-21T00:00:00.000+04:00',
    ],
    // the day of 23 hours in Berlin
    [
      'dailyLimit',
      'other-bank',
      '2027-03-27T23:00:00.000Z',
      '2027-03-28T22:00:00.000Z',
      '2027-03-29T00:00:00.000+02:00',
    ],
    // a month that ends with the day of 25 hours
    [
      'monthlyLimit',
      'other-bank',
      '2027-09-30T22:00:00.000Z',
      '2027-10-31T23:00:00.000Z',
      '2027-11-01T00:00:00.000+01:00',
    ],
    // a week ends with its Sunday
    ['limit1', 'demo-bank', '2026-11-20T08:00:00.000Z', '2026-11-22T20:00:00.000Z', '2026-11-23T00:00:00.000+04:00'],
    ['limit3', 'other-bank', '2027-03-21T23:00:00.000Z', '2027-03-28T22:00:00.000Z', '2027-03-29T00:00:00.000+02:00'],
    ['limit2', 'demo-bank', '2026-11-20T08:00:00.000Z', '2026-12-31T20:00:00.000Z', '2027-01-01T00:00:00.000+04:00'],
    // the other bank configures quarters for this limit
    ['limit1', 'other-bank', '2027-01-15T08:00:00.000Z', '2027-03-31T22:00:00.000Z', '2027-04-01T00:00:00.000+02:00'],
  ] as const)('of %s at %s, opened at %s, restarts at %s', async (field, bank, openTime, end, text) => {
    const [rule, counter] = {
      dailyLimit: ['DAILY_LIMIT', 'dailyLimit'],
      monthlyLimit: ['MONTHLY_LIMIT', 'monthlyLimit'],
      limit1: ['LIMIT1', 'counter1'],
      limit2: ['LIMIT2', 'counter2'],
      limit3: ['LIMIT3', 'counter3'],
    }[field] as [string, string];
    await goTo(openTime);
    const card = await newCard(bank);
    await setControls(server, card, { [field]: '100.00' }, bank);
    expect(await reasonOf(server, card, amountFields(6_000), bank)).toBe('APPROVED');
    expect((await controlsOf(server, card, bank))[`${counter}IntervalEnd`]).toBe(text);
    await goTo(new Date(Date.parse(end) - 1).toISOString());
    const last = await use(server, card, amountFields(4_001), bank);
    expect([last.reason, last.saw[rule]]).toEqual([
      rule,
      { limit: '10000', counter_before: '6000', counter_after: '10001' },
    ]);
    await goTo(end);
    const first = await use(server, card, amountFields(4_001), bank);
    expect([first.reason, first.saw[rule]]).toEqual([
      'APPROVED',
      { limit: '10000', counter_before: '0', counter_after: '4001' },
    ]);
  });

  it('without an end never restarts', async () => {
    const card = await newCard();
    await setControls(server, card, { limit3: '100.00' });
    await use(server, card, amountFields(6_000));
    expect(await controlsOf(server, card)).not.toHaveProperty('counter3IntervalEnd');
    await goTo('2029-06-01T00:00:00.000Z');
    const decline = await use(server, card, amountFields(4_001));
    expect([decline.reason, decline.saw.LIMIT3!.counter_before]).toEqual(['LIMIT3', '6000']);
  });

  it('is the local day of the bank, not its business day, which ends at the cut-off time', async () => {
    const card = await newCard('other-bank');
    await setControls(server, card, { dailyLimit: '100.00' }, 'other-bank');
    // 17:59 and 18:01 in Berlin, where business days end at 18:00
    server.clock.set('2026-11-20T16:59:00.000Z');
    expect(await reasonOf(server, card, amountFields(6_000), 'other-bank')).toBe('APPROVED');
    server.clock.set('2026-11-20T17:01:00.000Z');
    expect(await reasonOf(server, card, amountFields(4_001), 'other-bank')).toBe('DAILY_LIMIT');
  });
});

describe('an amount that is returned', () => {
  /** The counters of the day, of the month and of the window without an end, as the settings show them. */
  async function counters(card: IssuedCard): Promise<string> {
    const { dailyCounter, monthlyCounter, counter3 } = await controlsOf(server, card);
    return `${dailyCounter} ${monthlyCounter} ${counter3}`;
  }

  it('by a full or partial reversal is no longer counted, and can be spent again', async () => {
    const card = await newCard();
    await setControls(server, card, { dailyLimit: '100.00' });
    const { reference } = await use(server, card, amountFields(10_000));
    expect(await reasonOf(server, card, amountFields(1))).toBe('DAILY_LIMIT');
    await reverse(server, reference, '30.00');
    expect(await counters(card)).toBe('70.00 70.00 70.00');
    expect(await reasonOf(server, card, amountFields(3_001))).toBe('DAILY_LIMIT');
    const again = await use(server, card, amountFields(3_000));
    expect(again.saw.DAILY_LIMIT).toEqual({ limit: '10000', counter_before: '7000', counter_after: '10000' });
    await reverse(server, reference);
    expect(await counters(card)).toBe('30.00 30.00 30.00');
  });

  it('in the last millisecond of a window is returned to that window', async () => {
    const card = await newCard();
    const { reference } = await use(server, card, amountFields(10_000));
    server.clock.set('2026-11-20T19:59:59.999Z');
    await reverse(server, reference, '40.00');
    expect(await counters(card)).toBe('60.00 60.00 60.00');
  });

  it('after the end of a window does not change the new one, which counts other amounts', async () => {
    const card = await newCard();
    const { reference } = await use(server, card, amountFields(10_000));
    server.clock.set('2026-11-20T20:00:00.000Z');
    await use(server, card, amountFields(2_000));
    await reverse(server, reference);
    expect(await counters(card)).toBe('20.00 20.00 20.00');
  });

  it('in another month is returned only to the window without an end', async () => {
    await goTo('2026-11-28T08:00:00.000Z');
    const card = await newCard();
    const { reference } = await use(server, card, amountFields(500));
    await goTo('2026-12-01T08:00:00.000Z');
    await use(server, card, amountFields(300));
    await reverse(server, reference);
    expect(await counters(card)).toBe('3.00 3.00 3.00');
  });

  const complete = (reference: string, key: string) =>
    server.request({
      method: 'POST',
      url: `/V2/authorizations/${reference}/completion`,
      as: 'demo-bank',
      payload: { amount: key },
    });

  it('by a completion is the part of the reserved amount that it does not debit', async () => {
    const card = await newCard();
    const { reference } = await use(server, card, amountFields(10_000));
    await complete(reference, '40.00');
    expect(await counters(card)).toBe('40.00 40.00 40.00');
    expect(await balances(server, card.accountNumber)).toBe('99960.00 0.00 99960.00');
  });

  it('is negative for a completion above the reserved amount, which is never refused; the counter may then exceed its limit', async () => {
    const card = await newCard();
    await setControls(server, card, { dailyLimit: '10.00' });
    const { reference } = await use(server, card, amountFields(100));
    expect((await complete(reference, '500.00')).json).toMatchObject({ state: 'COMPLETED', amount: '500.00' });
    expect(await counters(card)).toBe('500.00 500.00 500.00');
    const decline = await use(server, card, amountFields(1));
    expect([decline.reason, decline.saw.DAILY_LIMIT]).toEqual([
      'DAILY_LIMIT',
      { limit: '1000', counter_before: '50000', counter_after: '50001' },
    ]);
  });

  it('by a completion takes an earlier reversal into account', async () => {
    const card = await newCard();
    const { reference } = await use(server, card, amountFields(10_000));
    await reverse(server, reference, '30.00');
    await complete(reference, '75.00');
    expect(await counters(card)).toBe('75.00 75.00 75.00');
  });

  it('by a completion changes only counters that are still in the window of the approval', async () => {
    const card = await newCard();
    const { reference } = await use(server, card, amountFields(10_000));
    server.clock.set('2026-11-20T20:00:00.000Z');
    await use(server, card, amountFields(2_000));
    await complete(reference, '150.00');
    expect(await counters(card)).toBe('20.00 170.00 170.00');
  });

  it('by an expiry is the amount still reserved, if the window of the approval is still open', async () => {
    const card = await newCard();
    await setControls(server, card, { monthlyLimit: '100.00' });
    const { reference } = await use(server, card, amountFields(10_000));
    await reverse(server, reference, '10.00');
    server.clock.set('2026-11-27T08:00:00.001Z');
    await server.server.periodicJobs.runDue();
    expect(await balances(server, card.accountNumber)).toBe('100000.00 0.00 100000.00');
    expect(await counters(card)).toBe('0.00 0.00 0.00');
    expect(await reasonOf(server, card, amountFields(10_000))).toBe('APPROVED');
    // a completion after the expiry counts again, but not in a day that is over
    await complete(reference, '25.00');
    expect(await counters(card)).toBe('100.00 125.00 125.00');
  });

  it('does not turn a spent switch on again', async () => {
    const card = await newCard();
    await setControls(server, card, { ecomStatus: 'ON_FOR_ONE' });
    const { reference } = await use(server, card);
    await reverse(server, reference);
    expect(await reasonOf(server, card)).toBe('ECOM_OFF');
  });
});
