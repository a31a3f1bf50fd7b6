import { beforeEach, describe, expect, it } from 'vitest';
import { amountFields, reasonOf, restrict, reverse, use } from '../../testing/cards/card-control.ts';
import {
  addCard,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  issueCard,
} from '../../testing/cards/issued-cards.ts';
import { backtest, spend } from '../../testing/decisions/backtests.ts';
import { backtestBank, expectNoDifference } from '../../testing/decisions/bank-backtests.ts';
import { checkMoments, recordMoment } from '../../testing/moments.ts';
import { type Answer, fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();
beforeEach(() => server.clock.set(TEST_NOW));

const HOUR_MS = 3_600_000;
const request = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  as = 'demo-bank',
): Promise<Answer> => server.request({ method, url: `/V2${path}`, as, ...(payload !== undefined && { payload }) });
const setLimit = async (payload: object): Promise<Record<string, unknown>> => {
  const { status, json, text } = await request('POST', '/limits', payload);
  expect(status, text).toBe(200);
  return json;
};
const ofAccount = ({ accountNumber }: IssuedCard) => ({ level: 'account', account_number: accountNumber });
const ofCard = ({ exid }: IssuedCard) => ({ level: 'card', card_identifier_id: exid });
const limitOf = async (card: IssuedCard, id: string): Promise<Record<string, unknown>> =>
  (await request('GET', `/limits/${id}?account_number=${card.accountNumber}`)).json;
const at = (merchant: string) => ({ Card_Acceptor_Identification_Code: merchant.padEnd(15) });
const newCard = () => issueCard(server, { available: '100000.00' });

describe('a limit of an account', () => {
  it('declines amounts over its maximum with 61 under its name, and shows its use and its end', async () => {
    const card = await newCard();
    const set = await setLimit({
      id: 'DAY_SPEND',
      ...ofAccount(card),
      measure: 'amount',
      window: { calendar: 'day' },
      max: '100.00',
    });
    expect(set).toEqual({
      id: 'DAY_SPEND',
      level: 'account',
      account_number: card.accountNumber,
      card_identifier_id: null,
      measure: 'amount',
      of: 'approvals',
      window: { calendar: 'day' },
      max: '100.00',
      used: '0.00',
      left: '100.00',
      returns_to_zero_at: null,
      since: '2026-11-20T08:00:00.000Z',
      warnings: [],
    });
    const first = await use(server, card, amountFields(6_000));
    expect(first.reason).toBe('APPROVED');
    const decline = await use(server, card, amountFields(4_001));
    expect([decline.reason, decline.actionCode, decline.last]).toEqual(['DAY_SPEND', '61', 'LIMITS REFUSE']);
    expect(decline.saw.LIMITS).toEqual({
      refusing: 'DAY_SPEND',
      states: 'DAY_SPEND:account:amount:approvals:10000:6000:10001:1795204800000',
    });
    expect(await reasonOf(server, card, amountFields(4_000))).toBe('APPROVED');
    expect(await limitOf(card, 'DAY_SPEND')).toMatchObject({
      used: '100.00',
      left: '0.00',
      returns_to_zero_at: '2026-11-20T20:00:00.000Z',
    });
    await reverse(server, first.reference, '25.00');
    expect(await limitOf(card, 'DAY_SPEND')).toMatchObject({ used: '75.00', left: '25.00' });
    server.clock.set('2026-11-20T20:00:00.000Z');
    expect(await limitOf(card, 'DAY_SPEND')).toMatchObject({ used: '0.00', returns_to_zero_at: null });
    expect(await reasonOf(server, card, amountFields(10_000))).toBe('APPROVED');
  });

  it('declines messages over its count with 65, and does not count fully reversed ones', async () => {
    const card = await newCard();
    await setLimit({ id: 'THREE', ...ofAccount(card), measure: 'count', window: { sliding: 3_600 }, max: '3' });
    const first = await use(server, card, amountFields(1_000));
    const second = await use(server, card, amountFields(1_000));
    await use(server, card, amountFields(1_000));
    const decline = await use(server, card, amountFields(1_000));
    expect([decline.reason, decline.actionCode]).toEqual(['THREE', '65']);
    await reverse(server, first.reference, '9.99');
    expect(await limitOf(card, 'THREE')).toMatchObject({ used: '3', left: '0' });
    await reverse(server, first.reference);
    const ending = (name: string, reference: string, payload: object) =>
      request('POST', `/authorizations/${reference}/${name}`, payload);
    expect((await ending('completion', second.reference, { amount: '0.00' })).status).toBe(200);
    expect(await limitOf(card, 'THREE')).toMatchObject({ used: '1', left: '2' });
    expect(await reasonOf(server, card, amountFields(1_000))).toBe('APPROVED');
    // the edge of an hour: a sliding hour ends a minute later, because its first 60th counts entirely
    server.clock.advance(HOUR_MS - 1);
    expect(await limitOf(card, 'THREE')).toMatchObject({ used: '2' });
    server.clock.advance(60_001);
    expect(await limitOf(card, 'THREE')).toMatchObject({ used: '0', returns_to_zero_at: null });
  });

  it('counts declines by other rules, or approvals and declines together, of its card only', async () => {
    const account = await issueAccount(server, { available: '100000.00' });
    const card = await addCard(server, account);
    const other = await addCard(server, account);
    const terms = { measure: 'count', window: { calendar: 'day' } };
    await setLimit({ id: 'WRONG', ...ofCard(card), ...terms, of: 'declines', max: '2' });
    await setLimit({ id: 'ALL', ...ofAccount(card), ...terms, of: 'both', max: '5' });
    const wrong = (one: IssuedCard) => reasonOf(server, one, { Card_Sequence_Number: '009' });
    expect([await wrong(card), await wrong(other), await wrong(card)]).toEqual(Array(3).fill('SEQUENCE_MISMATCH'));
    // two declines of the card block it; the other card is not affected
    expect(await reasonOf(server, card)).toBe('WRONG');
    expect(await reasonOf(server, card)).toBe('WRONG');
    const { json } = await request('GET', `/limits?account_number=${card.accountNumber}`);
    const rows = (json.items as unknown as Record<string, string>[]).map((one) => [one.id, one.level, one.used]);
    expect(rows).toEqual([
      ['WRONG', 'card', '2'],
      ['ALL', 'account', '5'],
    ]);
    const decline = await use(server, other);
    expect([decline.reason, decline.actionCode]).toEqual(['ALL', '65']);
    const ofOther = await request('GET', `/limits?card_identifier_id=${other.exid}`);
    expect(ofOther.json.items).toEqual([]);
  });

  it('counts distinct merchants, and locks a card to the first merchant or to a given one', async () => {
    const card = await newCard();
    await setLimit({
      id: 'TWO_SHOPS',
      ...ofAccount(card),
      measure: 'merchants',
      window: { calendar: 'week' },
      max: '2',
    });
    const first = await use(server, card, at('SHOP1'));
    expect(first.reason).toBe('APPROVED');
    expect(await reasonOf(server, card, at('SHOP2'))).toBe('APPROVED');
    expect(await reasonOf(server, card, at('SHOP1'))).toBe('APPROVED');
    expect((await use(server, card, at('SHOP3'))).actionCode).toBe('65');
    // SHOP1 has another payment, so it stays counted
    await reverse(server, first.reference);
    expect(await reasonOf(server, card, at('SHOP3'))).toBe('TWO_SHOPS');

    const lockedCard = await newCard();
    const lock = await setLimit({ id: 'LOCK', ...ofCard(lockedCard), lockMerchant: 'first' });
    expect(lock).toMatchObject({
      measure: 'merchants',
      window: { calendar: 'lifetime' },
      max: '1',
      lockMerchant: 'first',
    });
    expect(await reasonOf(server, lockedCard, at('SHOP7'))).toBe('APPROVED');
    server.clock.advance(45 * 24 * HOUR_MS);
    expect(await reasonOf(server, lockedCard, at('SHOP8'))).toBe('LOCK');
    expect(await reasonOf(server, lockedCard, at('SHOP7'))).toBe('APPROVED');
    await setLimit({ id: 'LOCK', ...ofCard(lockedCard), lockMerchant: 'SHOP8' });
    expect(await reasonOf(server, lockedCard, at('SHOP7'))).toBe('LOCK');
    expect(await reasonOf(server, lockedCard, at('SHOP8'))).toBe('APPROVED');
  });

  it('keeps its count with another maximum, warns if that is exceeded, and restarts with other terms', async () => {
    const card = await newCard();
    const terms = { id: 'SPEND', ...ofAccount(card), measure: 'amount', window: { calendar: 'month' } };
    await setLimit({ ...terms, max: '500.00' });
    await use(server, card, amountFields(30_000));
    expect(await setLimit({ ...terms, max: '200.00' })).toMatchObject({
      used: '300.00',
      left: '0.00',
      warnings: [{ warning: 'LIMIT_UNDER_USED' }],
    });
    expect(await reasonOf(server, card, amountFields(1))).toBe('SPEND');
    expect(await setLimit({ ...terms, max: '400.00' })).toMatchObject({ left: '100.00', warnings: [] });
    expect(await reasonOf(server, card, amountFields(10_001))).toBe('SPEND');
    expect(await setLimit({ ...terms, window: { sliding: 86_400 }, max: '400.00' })).toMatchObject({ used: '0.00' });
    const answer = await request('DELETE', `/limits/SPEND?account_number=${card.accountNumber}`);
    expect([answer.status, answer.json.id]).toEqual([200, 'SPEND']);
    expect(await reasonOf(server, card, amountFields(90_000))).toBe('APPROVED');
    const [row] = await server.db.sql(`select has_limits from accounts where account_number = $1`, [
      card.accountNumber,
    ]);
    expect(row).toEqual({ has_limits: false });
  });

  it('is never exceeded in amount or count by concurrent messages', async () => {
    const account = await issueAccount(server, { available: '100000.00' });
    const cards = await Promise.all([1, 2, 3].map(() => addCard(server, account)));
    const [card] = cards as [IssuedCard];
    await setLimit({ id: 'SPEND', ...ofAccount(card), measure: 'amount', window: { sliding: 3_600 }, max: '100.00' });
    await setLimit({ id: 'USES', ...ofAccount(card), measure: 'count', window: { calendar: 'day' }, max: '25' });
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, nth) => spend(server, cards[nth % 3]!, nth < 45 ? 300 : 500)),
    );
    const approved = answers.filter(({ json }) => json.Action_Code === '00');
    const totalMinor = approved.reduce((sum, { json }) => sum + Number(json.Transaction_Amount_Cardholder_Billing), 0);
    expect(totalMinor).toBeLessThanOrEqual(10_000);
    expect(approved.length).toBeLessThanOrEqual(25);
    const limits = (await request('GET', `/limits?account_number=${card.accountNumber}`)).json.items;
    expect(limits).toMatchObject([{ used: (totalMinor / 100).toFixed(2) }, { used: String(approved.length) }]);
  });
});

describe('replays, past states and previews with limits', () => {
  it('reproduce all decisions and past states exactly, and evaluate proposed limits', async () => {
    const card = await newCard();
    await setLimit({
      id: 'USES',
      ...ofAccount(card),
      measure: 'count',
      window: { sliding: 7_200 },
      max: '3',
      of: 'both',
    });
    const before = await recordMoment(server, card);
    server.clock.advance(HOUR_MS);
    const uses = [await use(server, card, amountFields(5_000)), await use(server, card, amountFields(7_000))];
    await restrict(server, card, { restriction_type: 'ATM', isAllowed: false });
    await use(server, card, { Merchant_Type: '6011', ...amountFields(1_000) });
    const during = await recordMoment(server, card);
    server.clock.advance(60_000);
    expect(await reasonOf(server, card, amountFields(2_000))).toBe('USES');
    await reverse(server, uses[0]!.reference);
    expect(await reasonOf(server, card, amountFields(2_000))).toBe('APPROVED');
    const after = await recordMoment(server, card);
    server.clock.advance(60_000);
    await checkMoments(server, [before, during, after]);

    const same = await backtest(server, card.accountNumber);
    expect(same.json).toMatchObject({ decisions: 5, identical: 5, changed: 0 });
    const limits = [{ id: 'USES', level: 'account', measure: 'amount', window: { calendar: 'day' }, max: '120.00' }];
    const other = await backtest(server, card.accountNumber, { limits });
    expect(other.json).toMatchObject({
      changed: 1,
      changes: [{ was: { action_code: '65', rule: 'USES' }, would_be: { action_code: '61', rule: 'USES' } }],
    });
    const ofBank = await backtestBank(server, {
      from: '2026-11-20T09:01:00Z',
      accounts: [card.accountNumber],
      proposal: { limits: [{ ...limits[0], id: 'ONE', level: 'card', measure: 'count', max: '0' }] },
    });
    expect(ofBank.result).toMatchObject({ decisions: 2, changed: 1, by_rule: [{ would_be: { rule: 'ONE' } }] });
    await expectNoDifference(server);
  });

  it('decide a message in a preview, and explain the decision in words', async () => {
    const card = await newCard();
    server.clock.advance(60_000);
    await setLimit({ id: 'USES', ...ofAccount(card), measure: 'count', window: { calendar: 'day' }, max: '1' });
    server.clock.advance(60_000);
    await use(server, card);
    const message = ecommerceMessage(card, amountFields(1_000));
    const preview = (more: object = {}) => request('POST', '/authorizations/preview?explain=en', { message, ...more });
    const failure = await preview();
    expect(failure.json).toMatchObject({ action_code: '65', rule: 'USES' });
    expect(failure.json.explanation).toMatchObject({
      sentences: expect.arrayContaining([
        { about: 'reason', text: 'A limit of the bank, USES, does not allow it.' },
        {
          about: 'saw',
          text: 'The limit is one payment; one payment had been counted, and with this it would have been 2 payments.',
        },
        { about: 'setting', text: 'This was set by demo-bank on 20 Nov 2026 at 12:01.' },
        {
          about: 'otherwise',
          text: 'To be approved, it would need a limit of at least 2 payments or a time from 21 Nov 2026 at 00:00 on, when the count begins again.',
        },
        { about: 'checks', text: '17 checks before it were passed, and one after it was not made.' },
      ]),
    });
    const higherLimit = { id: 'USES', level: 'account', measure: 'count', window: { calendar: 'day' }, max: '2' };
    expect((await preview({ limits: [higherLimit] })).json).toMatchObject({ action_code: '00' });
    expect((await preview({ limits: [{ ...higherLimit, max: 'x' }] })).json.errors).toMatchObject([
      { path: 'limits[0].max' },
    ]);
    const history = await request('GET', `/accounts/${card.accountNumber}/history`);
    const changes = (history.json.items as unknown as Record<string, unknown>[]).filter(({ kind }) => kind === 'LIMIT');
    expect(changes).toMatchObject([
      {
        at: '2026-11-20T08:01:00.000Z',
        kind: 'LIMIT',
        actor: 'demo-bank',
        outcome: 'limit set',
        change: { id: 'USES', is_set: true, measure: 'count', of: 'approvals', window: { calendar: 'day' }, max: '1' },
        before: null,
        after: { limit: { id: 'USES', level: 'account', max: '1', used: '0' } },
      },
    ]);
  });
});

describe('a requested limit', () => {
  it('is refused with all findings at once', async () => {
    const card = await newCard();
    const summaryOf = async (more: object) => {
      const { status, json } = await request('POST', '/limits', { ...ofAccount(card), ...more });
      const errors = (json.errors ?? [{ path: json.detail }]) as Record<string, unknown>[];
      return [status, ...errors.map(({ path, code = json.error_code }) => `${path} ${code}`)];
    };
    const terms = { id: 'GOOD', measure: 'amount', window: { calendar: 'day' }, max: '1.00' };
    expect(await summaryOf({ ...terms, id: 'bad-name' })).toEqual([400, 'id 105']);
    expect(await summaryOf({ ...terms, id: 'DAILY_LIMIT' })).toEqual([400, 'id 106']);
    expect(await summaryOf({ id: 'GOOD' })).toEqual([400, 'measure 103', 'window 103', 'max 103']);
    expect(await summaryOf({ ...terms, window: {}, max: '1.001' })).toEqual([400, 'window 106', 'max 105']);
    expect(await summaryOf({ ...terms, window: { calendar: 'day', sliding: 60 } })).toEqual([400, 'window 106']);
    expect((await summaryOf({ ...terms, window: { sliding: 59 } }))[0]).toBe(400);
    expect(await summaryOf({ ...terms, measure: 'count', max: '1.5' })).toEqual([400, 'max 105']);
    expect(await summaryOf({ ...terms, measure: 'merchants', max: '101' })).toEqual([400, 'max 106']);
    expect(await summaryOf({ id: 'GOOD', lockMerchant: 'first', max: '1' })).toEqual([400, 'level 106', 'max 106']);
    expect((await request('POST', '/limits', { ...terms, level: 'account' })).json.error_code).toBe('103');
    expect((await request('GET', `/limits/NONE?account_number=${card.accountNumber}`)).json.error_code).toBe('319');
    expect((await request('GET', '/limits')).json.error_code).toBe('103');
    for (const path of [`/limits?account_number=${card.accountNumber}`, `/limits?card_identifier_id=${card.exid}`]) {
      expect((await request('GET', path, undefined, 'other-bank')).status).toBe(404);
    }
    for (let nth = 0; nth < 20; nth++) await setLimit({ ...terms, ...ofAccount(card), id: `L${nth}` });
    expect((await request('POST', '/limits', { ...terms, ...ofAccount(card) })).json.error_code).toBe('420');
  });
});
