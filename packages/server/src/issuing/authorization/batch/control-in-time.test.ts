import { SWITCHES } from '@cardwright/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { CHANNELS, IN_GERMANY, reasonOf, restrict, setControls, use } from '../../../testing/cards/card-control.ts';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { SWITCH_REASONS } from '../../../testing/decisions/authorization-facts.ts';
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

describe('OnUntil', () => {
  const MERCHANT = { Merchant_Type: '7995' };
  const USES: Record<(typeof SWITCHES)[number], Record<string, string>> = {
    master: CHANNELS.ECOM,
    cardPresent: CHANNELS.CHIP,
    cardNotPresent: CHANNELS.KEYED,
    ecom: CHANNELS.ECOM,
    moto: CHANNELS.MOTO,
    recurring: CHANNELS.RECURRING,
    fallback: CHANNELS.FALLBACK,
    purchase: CHANNELS.CHIP,
    cash: CHANNELS.CASH,
    function1: MERCHANT,
    function2: { Merchant_Type: '5813' },
    function3: { Merchant_Type: '4829' },
  };

  it.each(SWITCHES)('keeps %s on up to the millisecond before, and off from the instant on', async (name) => {
    const card = await newCard();
    await setControls(server, card, { [`${name}OnUntil`]: '2026-11-20T23:59:00.000+04:00' });
    server.clock.set('2026-11-20T19:58:59.999Z');
    const before = await use(server, card, USES[name]);
    expect([before.reason, before.saw.SWITCHES!.states]).toEqual(['APPROVED', `${name}:ON_UNTIL`]);
    server.clock.set('2026-11-20T19:59:00.000Z');
    const after = await use(server, card, USES[name]);
    expect([after.reason, after.saw.SWITCHES!.states]).toEqual([SWITCH_REASONS[name], `${name}:OFF`]);
  });

  it('ends a switch that is ON, and one that waits for one transaction', async () => {
    const card = await newCard();
    const until = '2026-11-20T08:00:00.001+00:00';
    await setControls(server, card, { ecomStatus: 'ON', ecomOnUntil: until });
    await setControls(server, card, { motoStatus: 'ON_FOR_ONE', motoOnUntil: until });
    expect(await reasonOf(server, card)).toBe('APPROVED');
    server.clock.set('2026-11-20T08:00:00.001Z');
    expect(await reasonOf(server, card)).toBe('ECOM_OFF');
    expect(await reasonOf(server, card, CHANNELS.MOTO)).toBe('MOTO_OFF');
  });

  it('does not turn a spent ON_FOR_ONE on again', async () => {
    const card = await newCard();
    await setControls(server, card, { ecomStatus: 'ON_FOR_ONE', ecomOnUntil: '2026-11-21T00:00:00.000+04:00' });
    expect(await reasonOf(server, card)).toBe('APPROVED');
    expect(await reasonOf(server, card)).toBe('ECOM_OFF');
  });

  it('ends at the same instant, whatever its offset', async () => {
    const card = await newCard();
    await setControls(server, card, { ecomOnUntil: '2026-11-20T03:00:00.500-05:30' });
    server.clock.set('2026-11-20T08:30:00.499Z');
    expect(await reasonOf(server, card)).toBe('APPROVED');
    server.clock.set('2026-11-20T08:30:00.500Z');
    expect(await reasonOf(server, card)).toBe('ECOM_OFF');
  });
});

describe('the foreign window', () => {
  it('is open from its first millisecond to the last before its end', async () => {
    const card = await newCard();
    await setControls(server, card, {
      cardPresentAllowForeignStart: '2026-11-20T14:00:00.000+04:00',
      cardPresentAllowForeignEnd: '2026-11-20T23:59:00.000+04:00',
    });
    const reasons: string[] = [];
    for (const instant of ['09:59:59.999Z', '10:00:00.000Z', '19:58:59.999Z', '19:59:00.000Z']) {
      server.clock.set(`2026-11-20T${instant}`);
      reasons.push(await reasonOf(server, card, { ...CHANNELS.CHIP, ...IN_GERMANY }));
    }
    expect(reasons).toEqual(['CP_FOREIGN_OFF', 'APPROVED', 'APPROVED', 'CP_FOREIGN_OFF']);
  });
});

describe('end_date', () => {
  it.each([
    ['Dubai', 'demo-bank', '2026-11-20T08:00:00.000Z', '2026-11-20', '2026-11-20T20:00:00.000Z'],
    ['Berlin, on a leap day', 'other-bank', '2028-02-29T12:00:00.000Z', '2028-02-29', '2028-02-29T23:00:00.000Z'],
  ] as const)('is the last day in force, to its last millisecond: %s', async (_where, bank, now, end_date, end) => {
    await goTo(now);
    const card = await newCard(bank);
    await restrict(server, card, { restriction_type: 'ECOM', end_date }, bank);
    await goTo(new Date(Date.parse(end) - 1).toISOString());
    expect(await reasonOf(server, card, {}, bank)).toBe('RESTRICTED_ECOM');
    await goTo(end);
    expect(await reasonOf(server, card, {}, bank)).toBe('APPROVED');
  });

  it('puts the earlier restriction back in force', async () => {
    const card = await newCard();
    await restrict(server, card, { restriction_type: 'ECOM', isAllowed: false });
    await restrict(server, card, { restriction_type: 'ECOM', isAllowed: true, end_date: '2026-11-20' });
    server.clock.set('2026-11-20T19:59:59.999Z');
    expect((await use(server, card)).saw.RESTRICTIONS).toMatchObject({ in_force: 'ECOM+' });
    server.clock.set('2026-11-20T20:00:00.000Z');
    const decline = await use(server, card);
    expect([decline.reason, decline.saw.RESTRICTIONS!.in_force]).toEqual(['RESTRICTED_ECOM', 'ECOM-']);
  });
});
