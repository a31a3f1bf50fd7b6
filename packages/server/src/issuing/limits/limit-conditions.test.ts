import { beforeEach, describe, expect, it } from 'vitest';
import { amountFields, reasonOf, restrict, use } from '../../testing/cards/card-control.ts';
import { ecommerceMessage, type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { backtest } from '../../testing/decisions/backtests.ts';
import { backtestBank, expectNoDifference } from '../../testing/decisions/bank-backtests.ts';
import { checkMoments, recordMoment } from '../../testing/moments.ts';
import { type Answer, fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();
let card: IssuedCard;
beforeEach(async () => {
  server.clock.set(TEST_NOW);
  card = await issueCard(server, { available: '100000.00' });
});

const request = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, payload?: object): Promise<Answer> =>
  server.request({ method, url: `/V2${path}`, as: 'demo-bank', ...(payload !== undefined && { payload }) });
const terms = (more: object) => ({ level: 'account', measure: 'count', window: { calendar: 'lifetime' }, ...more });
const send = (more: object) => request('POST', '/limits', { account_number: card.accountNumber, ...terms(more) });
const setLimit = async (more: object): Promise<Record<string, unknown>> => {
  const { status, json, text } = await send(more);
  expect(status, text).toBe(200);
  return json;
};
const usedOf = async (id: string) =>
  (await request('GET', `/limits/${id}?account_number=${card.accountNumber}`)).json.used as unknown;
const at = (shop: string, minor = 1_000) => ({
  Card_Acceptor_Identification_Code: shop.padEnd(15),
  ...amountFields(minor),
});
const CASH = { Merchant_Type: '6011' };
const ofList = (name: string) => ({ field: 'merchantId', op: 'inList', value: name });
const JEWELS = {
  all: [
    { field: 'mcc', op: 'in', value: ['5944'] },
    { field: 'amount', op: 'gte', value: '10.00' },
  ],
};

describe('a limit with a condition', () => {
  it('evaluates and counts only messages that meet the condition, and is returned and reported with it', async () => {
    const jewelry = { id: 'JEWELS', measure: 'amount', window: { calendar: 'month' }, max: '100.00' };
    const set = await setLimit({ ...jewelry, where: JEWELS });
    expect(set).toMatchObject({ where: JEWELS, used: '0.00', warnings: [] });
    const jewels = (minor: number) => ({ Merchant_Type: '5944', ...amountFields(minor) });
    const other = await use(server, card, amountFields(20_000));
    expect([other.reason, other.saw.LIMITS]).toEqual(['APPROVED', { refusing: null, states: '' }]);
    expect(other.saw.LISTS).toBeUndefined();
    expect(await reasonOf(server, card, jewels(999))).toBe('APPROVED');
    expect(await reasonOf(server, card, jewels(6_000))).toBe('APPROVED');
    const decline = await use(server, card, jewels(4_001));
    expect([decline.reason, decline.actionCode, decline.last]).toEqual(['JEWELS', '61', 'LIMITS REFUSE']);
    expect(await reasonOf(server, card, jewels(4_000))).toBe('APPROVED');
    expect(await reasonOf(server, card, jewels(1_000))).toBe('JEWELS');
    expect(await reasonOf(server, card, amountFields(20_000))).toBe('APPROVED');
    expect(await usedOf('JEWELS')).toBe('100.00');
    const { items } = (await request('GET', `/accounts/${card.accountNumber}/history`)).json;
    expect(items).toContainEqual(expect.objectContaining({ change: expect.objectContaining({ where: JEWELS }) }));
    // another condition is another limit
    expect(await setLimit({ ...jewelry, where: { not: JEWELS } })).toMatchObject({ used: '0.00' });
    await expectNoDifference(server);
  });

  it('uses the current merchant list, also for declines, and past lists in replays', async () => {
    const entries = (method: 'PUT' | 'PATCH', change: object) =>
      request(method, '/merchant-lists/limited-shops', change);
    await entries('PUT', { kind: 'merchantId', entries: ['SHOP1'] });
    const where = ofList('limited-shops');
    await setLimit({ id: 'LISTED', max: '1', where });
    await setLimit({ id: 'TRIES', of: 'declines', max: '3', where });
    await restrict(server, card, { restriction_type: 'ATM', isAllowed: false });
    const moments = [await recordMoment(server, card)];
    server.clock.advance(60_000);
    const first = await use(server, card, at('SHOP1'));
    expect(first.saw.LISTS).toEqual({ edition: expect.any(Number) });
    expect(await reasonOf(server, card, at('SHOP2'))).toBe('APPROVED');
    expect(await reasonOf(server, card, at('SHOP1'))).toBe('LISTED');
    expect(await reasonOf(server, card, { ...at('SHOP1'), ...CASH })).toBe('RESTRICTED_ATM');
    expect(await reasonOf(server, card, { ...at('SHOP2'), ...CASH })).toBe('RESTRICTED_ATM');
    expect([await usedOf('LISTED'), await usedOf('TRIES')]).toEqual(['1', '2']);
    moments.push(await recordMoment(server, card));
    server.clock.advance(60_000);
    await entries('PATCH', { add: ['SHOP2'], remove: ['SHOP1'] });
    expect(await reasonOf(server, card, at('SHOP1'))).toBe('APPROVED');
    const later = await use(server, card, at('SHOP2'));
    expect(later.reason).toBe('LISTED');
    expect(later.saw.LISTS?.edition).toBe(Number(first.saw.LISTS?.edition) + 1);
    expect(await usedOf('TRIES')).toBe('3');
    expect(await reasonOf(server, card, { ...at('SHOP1'), ...CASH })).toBe('RESTRICTED_ATM');
    await entries('PUT', { kind: 'merchantId', entries: [] });
    expect(await reasonOf(server, card, at('SHOP2'))).toBe('APPROVED');
    moments.push(await recordMoment(server, card));
    server.clock.advance(60_000);
    await checkMoments(server, moments);
    const again = await backtest(server, card.accountNumber);
    expect(again.json).toMatchObject({ decisions: 9, identical: 9, changed: 0 });
    await expectNoDifference(server);
  });

  it('can be proposed in a preview and in both backtests, with the current merchant list', async () => {
    await request('PUT', '/merchant-lists/assumed-shops', { kind: 'merchantId', entries: ['SHOP3'] });
    const expectedLimits = [terms({ id: 'ASSUMED', max: '1', where: ofList('assumed-shops') })];
    for (const shop of ['SHOP3', 'SHOP4', 'SHOP4', 'SHOP3']) await use(server, card, at(shop));
    const preview = async (shop: string, max: string) => {
      const message = ecommerceMessage(card, at(shop));
      const limits = [{ ...expectedLimits[0], max }];
      return (await request('POST', '/authorizations/preview', { message, limits })).json.rule;
    };
    expect([await preview('SHOP3', '0'), await preview('SHOP4', '0'), await preview('SHOP3', '1')]).toEqual([
      'ASSUMED',
      'APPROVED',
      'APPROVED',
    ]);
    const ofAccount = await backtest(server, card.accountNumber, { limits: expectedLimits });
    expect(ofAccount.json).toMatchObject({ changed: 1, changes: [{ would_be: { rule: 'ASSUMED' } }] });
    const ofBank = await backtestBank(server, { accounts: [card.accountNumber], proposal: { limits: expectedLimits } });
    expect(ofBank.result).toMatchObject({ decisions: 4, changed: 1, by_rule: [{ would_be: { rule: 'ASSUMED' } }] });
  });

  it('is refused with all findings at once, and gets warnings about probable mistakes', async () => {
    const where = {
      all: [
        { field: 'mcc', op: 'eq', value: 'x' },
        { field: 'shop', op: 'eq', value: '1' },
      ],
    };
    const wrong = [
      { path: 'max', code: '105' },
      { path: 'where.all[0].value', code: '105' },
      { path: 'where.all[1].field', code: '106' },
    ];
    expect((await send({ id: 'WRONG', max: '1.5', where })).json.errors).toMatchObject(wrong);
    const unknown = await send({ id: 'WRONG', max: '1', where: ofList('no-such-list') });
    expect([unknown.status, unknown.json.error_code]).toEqual([404, '317']);
    const proposal = { limits: [terms({ id: 'WRONG', max: '1', where: ofList('no-such-list') })] };
    const answer = await request('POST', '/backtests', { proposal });
    expect(answer.json.errors).toMatchObject([{ path: 'proposal.limits[0].where.value', code: '317' }]);
    const never = { all: ['5411', '5812'].map((value) => ({ field: 'mcc', op: 'eq', value })) };
    expect(await setLimit({ id: 'NEVER', max: '1', where: never })).toMatchObject({
      warnings: [{ warning: 'CONDITION_NEVER_MET' }],
    });
    expect(await setLimit({ id: 'ALWAYS', max: '9', where: { not: never } })).toMatchObject({
      warnings: [{ warning: 'CONDITION_ALWAYS_MET' }],
    });
    const limitCondition = (limit: string) => ({ field: 'limitCount', limit, op: 'gte', value: 1 });
    const both = { any: [limitCondition('ITSELF'), limitCondition('NOBODYS')] };
    expect(await setLimit({ id: 'ITSELF', max: '9', where: both })).toMatchObject({
      warnings: [
        { warning: 'CONDITION_LIMIT_UNKNOWN', message: expect.stringMatching(/^where\.any\[1\]\.limit: .* NOBODYS /) },
      ],
    });
  });
});
