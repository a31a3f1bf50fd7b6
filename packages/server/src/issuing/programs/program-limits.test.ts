import { beforeEach, describe, expect, it } from 'vitest';
import { amountFields, reasonOf, reverse, use } from '../../testing/cards/card-control.ts';
import {
  addCard,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  issueCard,
} from '../../testing/cards/issued-cards.ts';
import { backtest } from '../../testing/decisions/backtests.ts';
import { backtestBank, expectNoDifference } from '../../testing/decisions/bank-backtests.ts';
import { checkMoments, recordMoment } from '../../testing/moments.ts';
import { type Answer, fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();
beforeEach(() => server.clock.set(TEST_NOW));

const PATH = '/programs/DEBIT-CLASSIC';
const request = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Answer> =>
  server.request({ method, url: `/V2${path}`, as: 'demo-bank', ...(payload !== undefined && { payload }) });
const setLimits = async (...limits: object[]): Promise<Record<string, unknown>> => {
  const { status, json, text } = await request('PUT', PATH, { limits });
  expect(status, text).toBe(200);
  return json;
};
const listLimits = async (query: string) =>
  (await request('GET', `/limits?${query}`)).json.items as unknown as object[];
const newCard = () => issueCard(server, { available: '100000.00' });
const DAY = { calendar: 'day' };
const at = (merchant: string) => ({ Card_Acceptor_Identification_Code: merchant.padEnd(15) });
const bankTest = (card: IssuedCard) => backtest(server, card.accountNumber);

describe('limits of a program', () => {
  it('apply to all accounts of the product together, decline with 61 or 65, and end with reversals', async () => {
    const [one, other] = [await newCard(), await newCard()];
    await setLimits(
      { id: 'PRODUCT_DAY', level: 'program', measure: 'amount', window: DAY, max: '100.00' },
      { id: 'BANK_FOUR', level: 'bank', measure: 'count', window: { sliding: 3_600 }, max: '4' },
    );
    const first = await use(server, one, amountFields(6_000));
    expect(first.saw.LIMITS).toEqual({
      refusing: null,
      states: 'PRODUCT_DAY:program:amount:approvals:10000:0:6000:1795204800000 BANK_FOUR:bank:count:approvals:4:0:1:',
    });
    const over = await use(server, other, amountFields(4_001));
    expect([over.reason, over.actionCode]).toEqual(['PRODUCT_DAY', '61']);
    expect(await reasonOf(server, other, amountFields(4_000))).toBe('APPROVED');
    expect(await listLimits('level=program')).toEqual([
      {
        ...{ id: 'PRODUCT_DAY', level: 'program', account_number: null, card_identifier_id: null },
        ...{ product_code: 'DEBIT-CLASSIC', measure: 'amount', of: 'approvals', window: DAY, max: '100.00' },
        ...{ used: '100.00', left: '0.00', returns_to_zero_at: '2026-11-20T20:00:00.000Z' },
        since: '2026-11-20T08:00:00.000Z',
      },
    ]);
    await reverse(server, first.reference, '25.00');
    expect(await listLimits('level=program')).toMatchObject([{ used: '75.00', left: '25.00' }]);
    const completion = { amount: '60.00' };
    expect((await request('POST', `/authorizations/${first.reference}/completion`, completion)).status).toBe(200);
    expect(await listLimits('level=program')).toMatchObject([{ used: '100.00' }]);
    expect(await listLimits('level=bank')).toMatchObject([{ id: 'BANK_FOUR', used: '2', left: '2' }]);
    const before = await recordMoment(server, one);
    server.clock.advance(1_000);
    await setLimits({ id: 'BANK_FOUR', level: 'bank', measure: 'count', window: { sliding: 3_600 }, max: '3' });
    expect(await listLimits('level=bank')).toMatchObject([{ used: '2', left: '1', max: '3' }]);
    expect(await reasonOf(server, one, amountFields(9_000))).toBe('APPROVED');
    const decline = await use(server, other);
    expect([decline.reason, decline.actionCode]).toEqual(['BANK_FOUR', '65']);
    for (const card of [one, other]) {
      const { decisions, identical } = (await bankTest(card)).json as unknown as Record<string, number>;
      expect(identical).toBe(decisions);
    }
    await expectNoDifference(server);
    server.clock.advance(1_000);
    await checkMoments(server, [before]);
    await setLimits();
    expect(await reasonOf(server, one)).toBe('APPROVED');
  });

  it('are counted exactly after their window ends or their terms change', async () => {
    const card = await newCard();
    const lifetime = { id: 'EVER', level: 'bank', measure: 'merchants', window: { calendar: 'lifetime' }, max: '2' };
    await setLimits(lifetime);
    expect(await reasonOf(server, card, at('SHOP1'))).toBe('APPROVED');
    server.clock.advance(86_400_000);
    expect(await reasonOf(server, card, at('SHOP2'))).toBe('APPROVED');
    expect(await reasonOf(server, card, at('SHOP3'))).toBe('EVER');
    server.clock.advance(6 * 86_400_000 + 1_000);
    await server.server.periodicJobs.runDue();
    expect(await listLimits('level=bank&product_code=DEBIT-CLASSIC')).toMatchObject([{ used: '1' }]);
    expect(await reasonOf(server, card, at('SHOP3'))).toBe('APPROVED');
    await setLimits({ ...lifetime, of: 'both' });
    expect((await request('GET', '/limits/EVER?product_code=DEBIT-CLASSIC')).json).toMatchObject({
      used: '0',
      of: 'both',
    });
    expect((await request('GET', '/limits/NONE?product_code=DEBIT-CLASSIC')).json.error_code).toBe('319');
    expect((await request('GET', '/limits?product_code=NONE')).json.error_code).toBe('320');
    const wrong = `/limits?level=bank&account_number=${card.accountNumber}`;
    expect((await request('GET', wrong)).json.error_code).toBe('106');
    await expectNoDifference(server);
    await setLimits();
  });

  it('are counted for each account or card, and store nothing for one that never used them', async () => {
    const account = await issueAccount(server, { available: '100000.00' });
    const [card, second] = [await addCard(server, account), await addCard(server, account)];
    const other = await newCard();
    await setLimits(
      { id: 'TWICE', level: 'card', measure: 'count', window: DAY, max: '2' },
      { id: 'GROCERIES', level: 'account', measure: 'amount', window: DAY, max: '50.00', where: GROCERIES },
    );
    const rows = () => server.db.sql('select account_id from account_limits');
    const none = (await rows()).length;
    expect(await reasonOf(server, other, { Card_Sequence_Number: '009' })).toBe('SEQUENCE_MISMATCH');
    expect(await rows()).toHaveLength(none);
    const grocer = { Merchant_Type: '5411', ...amountFields(3_000) };
    const first = await use(server, card, grocer);
    expect(await rows()).toHaveLength(none + 1);
    expect(await reasonOf(server, second, grocer)).toBe('GROCERIES');
    expect(await reasonOf(server, card, { Merchant_Type: '5999' })).toBe('APPROVED');
    expect(await reasonOf(server, card, { Merchant_Type: '5999' })).toBe('TWICE');
    expect(await reasonOf(server, second, { Merchant_Type: '5999' })).toBe('APPROVED');
    expect(await reasonOf(server, other, grocer)).toBe('APPROVED');
    const ofAccount = await listLimits(`account_number=${account.accountNumber}`);
    expect(ofAccount).toMatchObject([
      { id: 'TWICE', level: 'card', card_identifier_id: card.exid, used: '2', product_code: 'DEBIT-CLASSIC' },
      { id: 'TWICE', level: 'card', card_identifier_id: second.exid, used: '1' },
      { id: 'GROCERIES', level: 'account', account_number: account.accountNumber, used: '30.00' },
    ]);
    const ofCard = await listLimits(`card_identifier_id=${second.exid}`);
    expect(ofCard).toMatchObject([{ id: 'TWICE', used: '1' }]);
    const moment = await recordMoment(server, card);
    server.clock.advance(1_000);
    await reverse(server, first.reference);
    expect((await request('GET', `/limits/TWICE?card_identifier_id=${card.exid}`)).json).toMatchObject({ used: '1' });
    const deletion = await request('DELETE', `/limits/GROCERIES?account_number=${account.accountNumber}`);
    expect(deletion.json.error_code).toBe('319');
    const later = await recordMoment(server, card);
    server.clock.advance(1_000);
    await checkMoments(server, [moment, later]);
    await expectNoDifference(server);
    const message = ecommerceMessage(second, { ...grocer, ...amountFields(6_000) });
    expect((await request('POST', '/authorizations/preview', { message })).json).toMatchObject({ rule: 'GROCERIES' });
    const program = { product_code: 'DEBIT-CLASSIC', limits: [{ ...TWICE, max: '1' }] };
    const { result } = await backtestBank(server, { accounts: [account.accountNumber], proposal: { program } });
    expect(result).toMatchObject({ decisions: 5, changed: 3 });
    await setLimits();
  });

  it('are refused with all findings at once, and can be accepted with warnings', async () => {
    const merchants = { any: [{ field: 'merchantId', op: 'inList', value: 'not-there' }] };
    const wrong = [
      { id: 'lower', level: 'bank', measure: 'count', window: DAY, max: '1' },
      { id: 'SAME', level: 'bank', measure: 'amount', window: DAY, max: '1.001' },
      { id: 'SAME', level: 'program', lockMerchant: 'first' },
      { id: 'LISTED', level: 'program', measure: 'count', window: DAY, max: '1', where: merchants },
    ];
    const { status, json } = await request('PUT', PATH, { limits: wrong });
    const errors = json.errors as unknown as { path: string; code: string }[];
    expect([status, ...errors.map(({ path, code }) => `${path} ${code}`)]).toEqual([
      400,
      'limits[0].id 105',
      'limits[1].max 105',
      'limits[2].level 106',
      'limits[2].id 106',
      'limits[3].where.any[0].value 317',
    ]);
    const never = { all: [GROCERIES, { field: 'mcc', op: 'eq', value: '5999' }] };
    const limit = { id: 'BUSY', level: 'bank', measure: 'count', window: DAY };
    await setLimits({ ...limit, max: '9' }, { ...limit, id: 'NEVER', max: '9', where: never });
    const card = await newCard();
    expect([await reasonOf(server, card), await reasonOf(server, card)]).toEqual(['APPROVED', 'APPROVED']);
    const lowerLimits = await setLimits({ ...limit, max: '1' }, { ...limit, id: 'NEVER', max: '9', where: never });
    expect(lowerLimits.warnings).toMatchObject([
      { warning: 'LIMIT_UNDER_USED', field: 'limits[0]' },
      { warning: 'CONDITION_NEVER_MET', field: 'limits[1]' },
    ]);
    const conditionOn = (id: string) => ({ field: 'limitCount', limit: id, op: 'gte', value: 1 });
    const ofEach = { ...limit, level: 'account', id: 'OF_EACH', max: '9' };
    const conditionalLimit = {
      ...limit,
      id: 'ASKING',
      max: '9',
      where: { any: [conditionOn('OF_EACH'), conditionOn('BUSY')] },
    };
    expect((await setLimits(ofEach, conditionalLimit)).warnings).toMatchObject([
      {
        warning: 'CONDITION_LIMIT_UNKNOWN',
        field: 'limits[1]',
        message: expect.stringContaining('where.any[1].limit'),
      },
    ]);
    const { items } = (await request('GET', `${PATH}/versions`)).json as unknown as {
      items: Record<string, unknown>[];
    };
    expect(items[1]?.differences).toEqual([
      {
        ...{ part: 'limits', field: 'bank BUSY' },
        was: '{"id":"BUSY","level":"bank","measure":"count","window":{"calendar":"day"},"max":"9"}',
        is: '{"id":"BUSY","level":"bank","measure":"count","window":{"calendar":"day"},"max":"1"}',
      },
    ]);
    await setLimits();
  });
});

const GROCERIES = { field: 'mcc', op: 'eq', value: '5411' };
const TWICE = { id: 'TWICE', level: 'card', measure: 'count', window: DAY };
