import { beforeEach, describe, expect, it } from 'vitest';
import { amountFields, reasonOf, setControls, use } from '../../testing/cards/card-control.ts';
import { ecommerceMessage, type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { backtest } from '../../testing/decisions/backtests.ts';
import { backtestBank, expectNoDifference } from '../../testing/decisions/bank-backtests.ts';
import { checkMoments, recordMoment } from '../../testing/moments.ts';
import { type Answer, fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();
beforeEach(async () => {
  server.clock.set(TEST_NOW);
  await setProgram({});
});

const MINUTE_MS = 60_000;
const PATH = '/programs/DEBIT-CLASSIC';
const request = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method, url: `/V2${path}`, as, ...(payload !== undefined && { payload }) });
const setProgram = async (payload: object): Promise<Record<string, unknown>> => {
  const { status, json, text } = await request('PUT', PATH, payload);
  expect(status, text).toBe(200);
  return json;
};
interface ListedProduct {
  readonly product_code: string;
  readonly name: string;
  readonly in_force: { readonly defaults: object } | null;
  readonly next: { readonly defaults: object } | null;
}
const newCard = () => issueCard(server, { available: '10000.00' });
const settingsOf = async (card: IssuedCard) =>
  (await server.envelope('card-settings.get-settings', { accountNumber: card.cardNumber })).body;
const refusedSetting = async (card: IssuedCard, cardSettings: object) => {
  const answer = await server.envelope('card-settings.update-settings', {
    accountNumber: card.cardNumber,
    cardSettings,
  });
  return [answer.exception?.error_code, answer.http.text.includes('the ceiling of dailyLimit in the program')];
};

describe('a program of a product', () => {
  it('gives existing accounts the values that they never set, at once, and does not change their own', async () => {
    const card = await newCard();
    const otherCard = await newCard();
    await setControls(server, otherCard, { dailyLimit: '500.00' });
    expect(await reasonOf(server, card, amountFields(20_000))).toBe('APPROVED');
    const { version } = await setProgram({ defaults: { dailyLimit: '250.00', cashStatus: 'OFF' } });
    const decline = await use(server, card, amountFields(5_001));
    expect([decline.reason, decline.actionCode]).toEqual(['DAILY_LIMIT', '61']);
    expect(decline.saw.PROGRAM).toEqual({ product: 'DEBIT-CLASSIC', version });
    expect(await reasonOf(server, card, amountFields(5_000))).toBe('APPROVED');
    expect(await reasonOf(server, otherCard, amountFields(50_000))).toBe('APPROVED');
    expect(await reasonOf(server, otherCard, { Merchant_Type: '6011' })).toBe('CASH_OFF');
    const settings = await settingsOf(card);
    expect(settings).toMatchObject({
      cardSettings: { dailyLimit: '250.00', cashStatus: 'OFF' },
      inherited: { product_code: 'DEBIT-CLASSIC', program_version: version, fields: ['dailyLimit', 'cashStatus'] },
    });
    expect((await settingsOf(otherCard)).inherited.fields).toEqual(['cashStatus']);
    // the same value, but set by the account: another program does not change it
    await setControls(server, card, { dailyLimit: '250.00' });
    await setProgram({ defaults: { dailyLimit: '900.00' } });
    expect((await settingsOf(card)).cardSettings.dailyLimit).toBe('250.00');
    expect((await settingsOf(card)).inherited).toBeUndefined();
    await setControls(server, card, { dailyLimit: '' });
    expect((await settingsOf(card)).cardSettings.dailyLimit).toBe('900.00');
    expect(await reasonOf(server, card, amountFields(65_000))).toBe('APPROVED');
    expect(await reasonOf(server, card, amountFields(1))).toBe('DAILY_LIMIT');
  });

  it('refuses settings above its ceilings', async () => {
    const card = await newCard();
    const set = await setProgram({
      defaults: { monthlyLimit: '900.00' },
      ceilings: { dailyLimit: '300.00', monthlyLimit: '800' },
    });
    expect(set.warnings).toMatchObject([{ warning: 'CEILING_BELOW_DEFAULT', field: 'monthlyLimit' }]);
    expect(await refusedSetting(card, { dailyLimit: '300.01' })).toEqual(['106', true]);
    // without a limit, the account would exceed the ceiling
    expect(await refusedSetting(card, { dailyLimit: '' })).toEqual(['106', true]);
    await setControls(server, card, { dailyLimit: '300.00' });
    await setControls(server, card, { monthlyLimit: '' });
  });

  it('has versions: one in force, future ones, and the changes of each', async () => {
    const card = await newCard();
    await setProgram({ defaults: { limit1: '10.00' }, ceilings: { dailyLimit: '5.00' } });
    const later = await setProgram({ defaults: { ecomStatus: 'OFF' }, inForceFrom: '2026-11-20T09:00:00Z' });
    expect(later).toMatchObject({ is_in_force: false, in_force_from: '2026-11-20T09:00:00.000Z' });
    expect(await reasonOf(server, card, amountFields(1_001))).toBe('LIMIT1');
    expect((await request('GET', PATH)).json).toMatchObject({ defaults: { limit1: '10.00' }, is_in_force: true });
    server.clock.set('2026-11-20T09:00:00.000Z');
    expect(await reasonOf(server, card, amountFields(1_001))).toBe('ECOM_OFF');
    const { items } = (await request('GET', `${PATH}/versions`)).json as unknown as {
      items: Record<string, unknown>[];
    };
    expect(items[0]).toMatchObject({
      version: later.version,
      is_in_force: true,
      created_by: 'demo-bank',
      differences: [
        { part: 'defaults', field: 'ecomStatus', was: null, is: 'OFF' },
        { part: 'defaults', field: 'limit1', was: '10.00', is: null },
        { part: 'ceilings', field: 'dailyLimit', was: '5.00', is: null },
      ],
    });
  });

  it('is listed with all products of the bank, in its current and in its next version', async () => {
    const listProducts = async (as = 'demo-bank') =>
      ((await request('GET', '/programs', undefined, as)).json as unknown as { items: ListedProduct[] }).items.map(
        ({ product_code, name, in_force, next }) => [
          `${product_code} ${name}`,
          in_force?.defaults ?? null,
          next?.defaults ?? null,
        ],
      );
    await setProgram({ defaults: { limit1: '10.00' } });
    await setProgram({ defaults: { limit1: '30.00' }, inForceFrom: '2026-11-20T10:00:00Z' });
    await setProgram({ defaults: { limit1: '20.00' }, inForceFrom: '2026-11-20T09:00:00Z' });
    const others = {
      gold: ['CREDIT-GOLD Credit Gold', null, null],
      prepaid: ['PREPAID-BASIC Prepaid Basic', null, null],
    };
    const debit = (now: string, next: string | null) => [
      'DEBIT-CLASSIC Debit Classic',
      { limit1: now },
      next === null ? null : { limit1: next },
    ];
    expect(await listProducts()).toEqual([others.gold, debit('10.00', '20.00'), others.prepaid]);
    server.clock.set('2026-11-20T09:00:00.000Z');
    // the other waiting version is older than the one in force, so it never comes into force
    expect(await listProducts()).toEqual([others.gold, debit('20.00', null), others.prepaid]);
    expect((await listProducts('other-bank')).filter(([, inForce]) => inForce !== null)).toEqual([]);
  });

  it('is refused with all findings at once, and does not exist for other banks', async () => {
    const wrong = { defaults: { dailyLimit: '1.001', monthlyLimit: '1.999' }, ceilings: { limit1: '1.001' } };
    const { status, json } = await request('PUT', PATH, { ...wrong, inForceFrom: '2026-11-20T07:00:00Z' });
    const errors = json.errors as unknown as { path: string; code: string }[];
    expect([status, ...errors.map(({ path, code }) => `${path} ${code}`)]).toEqual([
      400,
      'defaults.dailyLimit 105',
      'defaults.monthlyLimit 105',
      'ceilings.limit1 105',
      'inForceFrom 106',
    ]);
    expect((await request('PUT', '/programs/NONE', {})).json.error_code).toBe('320');
    expect((await request('GET', '/programs/NONE/versions')).json.error_code).toBe('320');
    expect((await request('GET', PATH, undefined, 'other-bank')).json.error_code).toBe('320');
    expect((await request('PUT', PATH, {}, 'other-bank')).json.error_code).toBe('320');
  });
});

describe('a program that breaks its schema', () => {
  const errorsOf = ({ status, json }: Answer) => [
    status,
    ...((json.errors ?? []) as unknown as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`),
  ];
  const newest = async () =>
    ((await request('GET', `${PATH}/versions`)).json as unknown as { items: { version: number }[] }).items[0]?.version;

  it('is refused for an unknown member of its defaults or ceilings, and stores nothing', async () => {
    const before = await newest();
    const misspelling = {
      defaults: { dailyLimt: '250.00', cashStatus: 'OFF', other: 1 },
      ceilings: { ecomStatus: 'OFF', dailyLimit: '1.00' },
    };
    const failure = await request('PUT', PATH, misspelling);
    expect(errorsOf(failure)).toEqual([400, 'defaults.dailyLimt 106', 'defaults.other 106', 'ceilings.ecomStatus 106']);
    expect(failure.json.detail).toBe('defaults.dailyLimt is not a field of this object');
    expect(await newest()).toBe(before);
    const from = '2026-11-19T00:00:00Z';
    const program = { product_code: 'DEBIT-CLASSIC', defaults: { dailyLimt: '250.00' } };
    const backtest = await request('POST', '/backtests', { from, to: '2026-11-20T00:00:00Z', proposal: { program } });
    expect(errorsOf(backtest)).toEqual([400, 'proposal.program.defaults.dailyLimt 106']);
  });

  it('receives all findings in one response', async () => {
    const DAY = { calendar: 'day' };
    const where = { all: [{ field: 'merchantId', op: 'inList', value: 'not-there' }] };
    const wrong = {
      defaults: { dailyLimit: 5, limit1: '1.001', dailyLimt: '1', cardPresentAllowSpecificForeignCountries: 'XX' },
      ceilings: { limit2: 'much', limit3: '1.001', more: 7 },
      limits: [
        { id: 'NO_MEASURE', level: 'nobody' },
        { id: 'lower', level: 'bank', measure: 'count', window: DAY, max: '1' },
        { id: 'LISTED', level: 'program', measure: 'count', window: DAY, max: '1', where },
        7,
      ],
      inForceFrom: '2026-11-20T07:00:00Z',
    };
    const all = errorsOf(await request('PUT', PATH, wrong));
    expect(all).toEqual([
      400,
      'defaults.dailyLimit 105',
      'defaults.dailyLimt 106',
      'ceilings.limit2 105',
      'ceilings.more 106',
      'limits[0].level 106',
      'limits[3] 105',
      'defaults.limit1 105',
      'defaults.cardPresentAllowSpecificForeignCountries 106',
      'ceilings.limit3 105',
      'limits[1].id 105',
      'inForceFrom 106',
      'limits[2].where.all[0].value 317',
    ]);
  });

  it.each([
    { defaults: null },
    { defaults: 'x', ceilings: [], limits: {}, inForceFrom: 5 },
    { defaults: { dailyLimit: null }, ceilings: { dailyLimit: null }, limits: [null, { id: null }, { where: 5 }] },
    { defaults: {}, inForceFrom: 'soon' },
  ])('returns 400 whatever replaces one of its parts: %j', async (payload) => {
    expect((await request('PUT', PATH, payload)).status).toBe(400);
  });
});

describe('replays, past states and previews with programs', () => {
  it('use the version of their time, reproduce all answers, and evaluate another program', async () => {
    const card = await newCard();
    await setProgram({ defaults: { dailyLimit: '100.00' } });
    const first = await recordMoment(server, card);
    server.clock.advance(MINUTE_MS);
    expect(await reasonOf(server, card, amountFields(9_000))).toBe('APPROVED');
    expect(await reasonOf(server, card, amountFields(2_000))).toBe('DAILY_LIMIT');
    await setProgram({ defaults: { dailyLimit: '200.00' } });
    const second = await recordMoment(server, card);
    server.clock.advance(MINUTE_MS);
    expect(await reasonOf(server, card, amountFields(2_000))).toBe('APPROVED');
    await checkMoments(server, [first, second]);
    const same = await backtest(server, card.accountNumber);
    expect(same.json).toMatchObject({ decisions: 3, identical: 3, changed: 0 });
    await expectNoDifference(server);
    const accounts = [card.accountNumber];
    const program = { product_code: 'DEBIT-CLASSIC', defaults: { dailyLimit: '50.00' } };
    const other = await backtestBank(server, { accounts, proposal: { program } });
    // 90.00 would have been declined, and 20.00 approved
    expect(other.result).toMatchObject({
      decisions: 3,
      changed: 2,
      by_rule: [
        { amount: '90.00', would_be: { rule: 'DAILY_LIMIT' } },
        { amount: '20.00', would_be: { rule: 'APPROVED' } },
      ],
    });
    const elsewhere = { product_code: 'CREDIT-GOLD', defaults: { dailyLimit: '50.00' } };
    expect((await backtestBank(server, { accounts, proposal: { program: elsewhere } })).result).toMatchObject({
      changed: 0,
    });
    const message = ecommerceMessage(card, amountFields(9_001));
    expect((await request('POST', '/authorizations/preview', { message })).json).toMatchObject({ rule: 'DAILY_LIMIT' });
  });
});
