import { describe, expect, it } from 'vitest';
import {
  amountFields,
  CHANNELS,
  controlsOf,
  IN_FRANCE,
  reasonOf,
  restrict,
  setControls,
  use,
} from '../../../testing/cards/card-control.ts';
import { addCard, balances, issueAccount, issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer();

const newCard = () => issueCard(server, { available: '100000.00' });

/** The bank that configures groups of merchants. */
const OTHER = 'other-bank';

describe('a group of merchants', () => {
  it('refuses with 57 the merchants outside it, or those in it', async () => {
    const card = await issueCard(server, { as: OTHER });
    const reason = (category: string) => reasonOf(server, card, { Merchant_Type: category }, OTHER);
    await setControls(server, card, { merchantGroupProfileId: 'GROCERIES' }, OTHER);
    const decline = await use(server, card, { Merchant_Type: '5412' }, OTHER);
    expect([decline.reason, decline.actionCode, decline.last]).toEqual([
      'MERCHANT_GROUP_OFF',
      '57',
      'MERCHANT_GROUP REFUSE',
    ]);
    expect(decline.saw.MERCHANT_GROUP).toEqual({ group: 'GROCERIES', merchant_category: '5412' });
    expect(await reason('5411')).toBe('APPROVED');
    await setControls(server, card, { merchantGroupProfileId: 'NO-TRAVEL' }, OTHER);
    expect(await reason('5412')).toBe('APPROVED');
    expect(await reason('3299')).toBe('MERCHANT_GROUP_OFF');
    expect(await reason('3300')).toBe('APPROVED');
    await setControls(server, card, { merchantGroupProfileId: '' }, OTHER);
    expect(await reason('3299')).toBe('APPROVED');
  });
});

describe('a limit', () => {
  it.each([
    ['cardPresentTransactionLimit', CHANNELS.CHIP, 'CP_TRANSACTION_LIMIT'],
    ['cardPresentTransactionLimit', CHANNELS.FALLBACK, 'CP_TRANSACTION_LIMIT'],
    ['cardNotPresentTransactionLimit', CHANNELS.ECOM, 'CNP_TRANSACTION_LIMIT'],
    ['cardNotPresentTransactionLimit', CHANNELS.RECURRING, 'CNP_TRANSACTION_LIMIT'],
    ['cashTransactionLimit', CHANNELS.CASH, 'CASH_TRANSACTION_LIMIT'],
  ])('%s declines a transaction of %j above its amount with 61', async (field, channel, reason) => {
    const card = await newCard();
    await setControls(server, card, { [field]: '80.00' });
    const passes = await use(server, card, { ...channel, ...amountFields(8_000) });
    expect(passes.reason).toBe('APPROVED');
    const decline = await use(server, card, { ...channel, ...amountFields(8_001) });
    expect([decline.reason, decline.actionCode, decline.last]).toEqual([reason, '61', 'TRANSACTION_LIMITS REFUSE']);
    const response = field === 'cashTransactionLimit' ? { limit: null, cash_limit: '8000' } : { limit: '8000' };
    expect(decline.saw.TRANSACTION_LIMITS).toMatchObject({ amount: '8001', ...response });
    // a limit for one transaction counts nothing
    expect(await reasonOf(server, card, { ...channel, ...amountFields(8_000) })).toBe('APPROVED');
    await setControls(server, card, { [field]: '' });
    expect(await reasonOf(server, card, { ...channel, ...amountFields(8_001) })).toBe('APPROVED');
  });

  it.each([
    ['dailyLimit', 'dailyCounter', 'DAILY_LIMIT'],
    ['monthlyLimit', 'monthlyCounter', 'MONTHLY_LIMIT'],
    ['limit1', 'counter1', 'LIMIT1'],
    ['limit2', 'counter2', 'LIMIT2'],
    ['limit3', 'counter3', 'LIMIT3'],
  ])('%s limits %s over all channels, and declines with 61', async (field, counter, rule) => {
    const card = await newCard();
    await setControls(server, card, { [field]: '100.00' });
    const chip = await use(server, card, { ...CHANNELS.CHIP, ...amountFields(4_000) });
    expect(chip.saw[rule]).toEqual({ limit: '10000', counter_before: '0', counter_after: '4000' });
    const web = await use(server, card, amountFields(3_500));
    expect(web.saw[rule]).toEqual({ limit: '10000', counter_before: '4000', counter_after: '7500' });
    const over = await use(server, card, { ...CHANNELS.CASH, ...amountFields(2_501) });
    expect([over.reason, over.actionCode, over.last]).toEqual([rule, '61', `${rule} REFUSE`]);
    expect(over.saw[rule]).toEqual({ limit: '10000', counter_before: '7500', counter_after: '10001' });
    expect((await controlsOf(server, card))[counter]).toBe('75.00');
    const last = await use(server, card, { ...CHANNELS.CASH, ...amountFields(2_500) });
    expect(last.saw[rule]).toEqual({ limit: '10000', counter_before: '7500', counter_after: '10000' });
    expect(await reasonOf(server, card, amountFields(1))).toBe(rule);
    expect((await controlsOf(server, card))[counter]).toBe('100.00');
    await setControls(server, card, { [field]: '100.01' });
    expect(await reasonOf(server, card, amountFields(1))).toBe('APPROVED');
    await setControls(server, card, { [field]: '' });
    expect(await reasonOf(server, card, amountFields(10_000))).toBe('APPROVED');
  });

  it('set later counts what was spent before', async () => {
    const card = await newCard();
    await use(server, card, amountFields(9_000));
    await setControls(server, card, { dailyLimit: '100.00' });
    expect(await reasonOf(server, card, amountFields(1_001))).toBe('DAILY_LIMIT');
    expect(await reasonOf(server, card, amountFields(1_000))).toBe('APPROVED');
  });

  it('counts what all cards of the account spend', async () => {
    const account = await issueAccount(server);
    const [one, other] = [await addCard(server, account), await addCard(server, account)];
    await setControls(server, one, { dailyLimit: '50.00' });
    expect(await reasonOf(server, one, amountFields(4_000))).toBe('APPROVED');
    expect(await reasonOf(server, other, amountFields(1_001))).toBe('DAILY_LIMIT');
    expect(await reasonOf(server, other, amountFields(1_000))).toBe('APPROVED');
  });

  it('is compared with the billing amount, not with the transaction amount', async () => {
    const card = await newCard();
    await setControls(server, card, { cardNotPresentTransactionLimit: '100.00', dailyLimit: '100.00' });
    const billing = (minor: string) => ({
      Transaction_Amount: '000000999999',
      Transaction_Amount_Cardholder_Billing: minor,
    });
    expect(await reasonOf(server, card, billing('000000010000'))).toBe('APPROVED');
    expect((await controlsOf(server, card)).dailyCounter).toBe('100.00');
  });

  it('comes before funds, and a decline for funds counts nothing', async () => {
    const card = await issueCard(server, { available: '10.00' });
    await setControls(server, card, { dailyLimit: '20.00' });
    expect(await reasonOf(server, card, amountFields(2_001))).toBe('DAILY_LIMIT');
    expect(await reasonOf(server, card, amountFields(2_000))).toBe('INSUFFICIENT_FUNDS');
    expect((await controlsOf(server, card)).dailyCounter).toBe('0.00');
    expect(await balances(server, card.accountNumber)).toBe('10.00 0.00 10.00');
  });

  it.each([
    ['KWD', '414', '1.005'],
    ['JPY', '392', '1005'],
  ])('is in minor units of the account currency: %s', async (currency, number, limit) => {
    const card = await issueCard(server, { available: '100000', currency });
    await setControls(server, card, { dailyLimit: limit });
    const amountsOf = (more: number) => ({ ...amountFields(1_005 + more), Currency_Code_Cardholder_Billing: number });
    expect(await reasonOf(server, card, amountsOf(1))).toBe('DAILY_LIMIT');
    expect(await reasonOf(server, card, amountsOf(0))).toBe('APPROVED');
    expect((await controlsOf(server, card)).dailyCounter).toBe(limit);
  });
});

describe('controls together', () => {
  it('are evaluated in their order: each refusal that is lifted shows the next one', async () => {
    const card = await issueCard(server, { as: OTHER });
    const unrestrict = (restriction_type: string) =>
      restrict(server, card, { restriction_type, isAllowed: true }, OTHER);
    const set = (settings: Record<string, string>) => setControls(server, card, settings, OTHER);
    await restrict(server, card, { restriction_type: 'SWIPE' }, OTHER);
    await restrict(server, card, { restriction_type: 'PURCHASE' }, OTHER);
    await restrict(server, card, { restriction_type: 'INTERNATIONAL' }, OTHER);
    await set({
      masterStatus: 'OFF',
      cardPresentStatus: 'OFF',
      purchaseStatus: 'OFF',
      function1Status: 'OFF',
      merchantGroupProfileId: 'GROCERIES',
      cardPresentAllowAnyForeign: 'false',
      cardPresentTransactionLimit: '10.00',
      dailyLimit: '11.00',
      monthlyLimit: '12.00',
      limit1: '13.00',
      limit2: '14.00',
      limit3: '15.00',
    });
    const message = { ...CHANNELS.SWIPE, ...IN_FRANCE, Merchant_Type: '7995' };
    const lift: (readonly [string, () => Promise<unknown>])[] = [
      ['RESTRICTED_SWIPE', () => unrestrict('SWIPE')],
      ['RESTRICTED_PURCHASE', () => unrestrict('PURCHASE')],
      ['RESTRICTED_INTERNATIONAL', () => unrestrict('INTERNATIONAL')],
      ['MASTER_OFF', () => set({ masterStatus: 'ON' })],
      ['CP_OFF', () => set({ cardPresentStatus: 'ON' })],
      ['PURCHASE_OFF', () => set({ purchaseStatus: 'ON_FOR_ONE' })],
      ['FUNCTION1_OFF', () => set({ function1Status: 'ON' })],
      ['MERCHANT_GROUP_OFF', () => set({ merchantGroupProfileId: '' })],
      ['CP_FOREIGN_OFF', () => set({ cardPresentAllowAnyForeign: '' })],
      ['CP_TRANSACTION_LIMIT', () => set({ cardPresentTransactionLimit: '' })],
      ['DAILY_LIMIT', () => set({ dailyLimit: '25.00' })],
      ['MONTHLY_LIMIT', () => set({ monthlyLimit: '25.00' })],
      ['LIMIT1', () => set({ limit1: '' })],
      ['LIMIT2', () => set({ limit2: '25.00' })],
      ['LIMIT3', () => set({ limit3: '' })],
    ];
    for (const [reason, liftIt] of lift) {
      expect(await reasonOf(server, card, message, OTHER)).toBe(reason);
      await liftIt();
    }
    expect(await reasonOf(server, card, message, OTHER)).toBe('APPROVED');
    expect(await reasonOf(server, card, message, OTHER)).toBe('PURCHASE_OFF');
  });
});
