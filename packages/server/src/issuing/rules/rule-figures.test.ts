import { beforeEach, describe, expect, it } from 'vitest';
import { amountFields, reasonOf, restrict, reverse, use } from '../../testing/cards/card-control.ts';
import { addCard, ecommerceMessage, type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { backtest } from '../../testing/decisions/backtests.ts';
import { backtestBank, expectNoDifference } from '../../testing/decisions/bank-backtests.ts';
import { moveOwnRule, putInForce, rules, writeRule } from '../../testing/decisions/bank-rules.ts';
import { fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();
let card: IssuedCard;
beforeEach(async () => {
  server.clock.set(TEST_NOW);
  card = await issueCard(server, { available: '100000.00' });
});

const request = (method: 'GET' | 'POST', path: string, payload?: object) =>
  server.request({ method, url: `/V2${path}`, as: 'demo-bank', ...(payload !== undefined && { payload }) });
const at = (shop: string, minor: number) => ({ Card_Acceptor_Identification_Code: shop, ...amountFields(minor) });
const pay = (shop: string, minor: number, of = card) => reasonOf(server, of, at(shop, minor));
const setLimit = async (more: object) => {
  const { status, text } = await request('POST', '/limits', { account_number: card.accountNumber, ...more });
  expect(status, text).toBe(200);
};
const preview = async (fields: Record<string, unknown>, more: object = {}) =>
  (await request('POST', '/authorizations/preview', { message: ecommerceMessage(card, fields), ...more })).json.rule;

const FIRST_ABOVE_50 = {
  all: [
    { field: 'firstAtMerchant', op: 'eq', value: true },
    { field: 'amount', op: 'gt', value: '50' },
  ],
};

describe('whether a payment is the first of its card at its merchant', () => {
  it('depends on all earlier payments of the card, however old, including reversed ones', async () => {
    // these payments precede the rule; trailing blanks do not belong to the merchant's ID, quotes do
    for (const shop of ['KNOWN', 'PADDED         ', 'THE "SHOP\\']) expect(await pay(shop, 10_000)).toBe('APPROVED');
    const { id, name } = await writeRule(server, FIRST_ABOVE_50);
    await putInForce(server, id);
    const firstUse = await use(server, card, at('KNOWN', 10_000));
    expect([firstUse.reason, firstUse.saw.RULES]).toEqual([
      'APPROVED',
      expect.objectContaining({ figures: 'firstAtMerchant:false' }),
    ]);
    expect([await pay('PADDED', 10_000), await pay('THE "SHOP\\', 10_000)]).toEqual(['APPROVED', 'APPROVED']);
    const first = await use(server, card, at('KNOWN1', 5_001));
    expect([first.reason, first.saw.RULES]).toEqual([
      name,
      expect.objectContaining({ figures: 'firstAtMerchant:true' }),
    ]);
    // a declined payment does not count
    expect(await pay('KNOWN1', 5_001)).toBe(name);
    expect([await pay('NOWN', 5_001), await pay('KNOW', 5_001)]).toEqual([name, name]);
    const small = await use(server, card, at('KNOWN1', 5_000));
    expect([small.reason, await pay('KNOWN1', 5_001)]).toEqual(['APPROVED', 'APPROVED']);
    await reverse(server, small.reference);
    expect([await pay('KNOWN1', 9_000), await preview(at('KNOWN1', 9_000))]).toEqual(['APPROVED', 'APPROVED']);
    expect([await preview(at('NEW', 9_000)), await preview(at('NEW', 5_000))]).toEqual([name, 'APPROVED']);
    // another card of the account has not paid at any merchant
    const other = await addCard(server, { ...card, currency: 'AED' });
    expect(await pay('KNOWN', 5_001, other)).toBe(name);
    await moveOwnRule(server, id, 'retire');
    expect(await pay('KNOWN', 5_001, other)).toBe('APPROVED');
    const again = await backtest(server, card.accountNumber);
    expect(again.json).toMatchObject({ changed: 0 });
    await expectNoDifference(server);
  });

  it('is determined again under a proposal: payments that it declines do not count, and earlier ones do', async () => {
    expect(await pay('BEFORE', 9_000)).toBe('APPROVED');
    server.clock.advance(60_000);
    const from = server.clock.now().toISOString();
    server.clock.advance(60_000);
    for (const [shop, minor] of [
      ['BEFORE', 9_000],
      ['AFTER', 9_000],
      ['AFTER', 8_000],
      ['AFTER', 5_000],
      ['AFTER', 7_000],
    ] as const) {
      expect(await pay(shop, minor)).toBe('APPROVED');
    }
    const proposal = { rules: [{ name: 'NO_STRANGERS', effect: '05', condition: FIRST_ABOVE_50 }] };
    const ofAccount = await backtest(server, card.accountNumber, proposal);
    // the backtest begins at the account's opening, so it declines the payment before `from`, and with it the next one
    // at that merchant
    expect(ofAccount.json).toMatchObject({ decisions: 6, changed: 4 });
    const ofBank = await backtestBank(server, { from, accounts: [card.accountNumber], proposal });
    expect(ofBank.result).toMatchObject({
      decisions: 5,
      changed: 2,
      by_rule: [{ would_be: { rule: 'NO_STRANGERS' } }],
    });
    expect(await preview(at('NEVER SEEN', 9_000), proposal)).toBe('NO_STRANGERS');
    expect(await preview(at('AFTER', 9_000), proposal)).toBe('APPROVED');
  });

  it('can be the condition of a limit: a number of new merchants a day', async () => {
    const where = { field: 'firstAtMerchant', op: 'eq', value: true };
    const day = { level: 'account', measure: 'count', window: { calendar: 'day' } };
    await setLimit({ ...day, id: 'NEW_SHOPS', max: '2', where });
    for (const shop of ['SHOP1', 'SHOP1', 'SHOP2', 'SHOP2']) expect(await pay(shop, 1_000)).toBe('APPROVED');
    expect([await pay('SHOP3', 1_000), await pay('SHOP1', 1_000)]).toEqual(['NEW_SHOPS', 'APPROVED']);
    expect((await request('GET', `/limits/NEW_SHOPS?account_number=${card.accountNumber}`)).json.used).toBe('2');
    await expectNoDifference(server);
  });
});

describe('the usage of a limit', () => {
  it('can be read by a rule: it does not include the message, and is 0 for a missing limit', async () => {
    const unknownLimit = { level: 'account', window: { sliding: 3_600 }, max: '1000000' };
    await setLimit({ ...unknownLimit, id: 'PROBES', measure: 'count', of: 'declines' });
    await setLimit({ ...unknownLimit, id: 'SPENT', measure: 'amount' });
    await restrict(server, card, { restriction_type: 'ATM', isAllowed: false });
    const probesRule = await writeRule(server, { field: 'limitCount', limit: 'PROBES', op: 'gte', value: 2 });
    const spentRule = await writeRule(server, { field: 'limitSum', limit: 'SPENT', op: 'gt', value: '150.00' });
    await putInForce(server, probesRule.id);
    await putInForce(server, spentRule.id);
    expect([await pay('SHOP', 10_000), await pay('SHOP', 5_000), await pay('SHOP', 1)]).toEqual([
      'APPROVED',
      'APPROVED',
      'APPROVED',
    ]);
    const declined = await use(server, card, at('SHOP', 1));
    expect([declined.reason, declined.saw.RULES]).toEqual([
      spentRule.name,
      expect.objectContaining({ figures: 'limitCount:PROBES:0 limitSum:SPENT:15001' }),
    ]);
    const cash = { Merchant_Type: '6011' };
    expect(await reasonOf(server, card, cash)).toBe('RESTRICTED_ATM');
    expect(await pay('SHOP', 1)).toBe(probesRule.name);
    const other = await issueCard(server, { available: '1000.00' });
    expect(await pay('SHOP', 20_000, other)).toBe('APPROVED');
    expect(await pay('SHOP', 20_000, other)).toBe('APPROVED');
    server.clock.advance(3_660_000);
    expect(await pay('SHOP', 1)).toBe('APPROVED');
    await expectNoDifference(server);
    for (const { id } of [probesRule, spentRule]) await moveOwnRule(server, id, 'retire');
    const proposal = {
      rules: [
        { name: 'SPENT_MUCH', effect: '05', condition: { field: 'limitSum', limit: 'SPENT', op: 'gte', value: '100' } },
      ],
    };
    const accounts = [card.accountNumber];
    const report = await backtestBank(server, { accounts, proposal });
    expect(report.result).toMatchObject({ decisions: 7 });
    expect(JSON.stringify(report.result)).toContain('SPENT_MUCH');
  });

  it("is read by the limit's name and kind, which are checked when the rule is saved", async () => {
    const { status, json } = await rules(server, 'POST', '', {
      name: 'WRONG_FIGURES',
      effect: '05',
      condition: {
        all: [
          { field: 'limitCount', op: 'gte', value: 2 },
          { field: 'limitSum', limit: 'SPENT', op: 'in', value: ['1'] },
          { field: 'firstAtMerchant', op: 'eq', value: 'yes' },
        ],
      },
    });
    expect([status, json.errors]).toMatchObject([
      400,
      [{ path: 'condition.all[0].limit' }, { path: 'condition.all[1].op' }, { path: 'condition.all[2].value' }],
    ]);
  });
});
