import { beforeEach, describe, expect, it } from 'vitest';
import { amountFields, IN_GERMANY, NOWHERE, reasonOf, reverse, use } from '../../../testing/cards/card-control.ts';
import { ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { act, newToken, setTokenControls } from '../../../testing/cards/tokens.ts';
import { backtest } from '../../../testing/decisions/backtests.ts';
import { expectNoDifference } from '../../../testing/decisions/bank-backtests.ts';
import { checkMoments, recordMoment } from '../../../testing/moments.ts';
import { fileServer, TEST_NOW } from '../../../testing/test-server.ts';
import { registerWebhook } from '../../../testing/webhooks.ts';

const server = fileServer();
beforeEach(() => server.clock.set(TEST_NOW));

const get = (path: string, as = 'demo-bank') => server.request({ method: 'GET', url: `/V2${path}`, as });
const controlsOf = async (token: string) => (await get(`/tokens/${token}/controls`)).json;
const paying = (token: string, minor = 1_000) => ({ ...amountFields(minor), Token_Reference: token });
const NONE = {
  validUntil: null,
  singleUse: false,
  maxAmount: null,
  currency: 'AED',
  merchants: null,
  categories: null,
  countries: null,
};

async function cardWithToken(): Promise<{ card: IssuedCard; token: string }> {
  const card = await issueCard(server, { available: '100000.00' });
  return { card, token: await newToken(server, card.exid) };
}
async function controlled(payload: object): Promise<{ card: IssuedCard; token: string }> {
  const made = await cardWithToken();
  const { status, text } = await setTokenControls(server, made.token, payload);
  expect(status, text).toBe(200);
  return made;
}

describe('the controls of a token', () => {
  it('are replaced as a whole, are read back and are a version of the token', async () => {
    const { token } = await cardWithToken();
    expect(await controlsOf(token)).toEqual({ ...NONE, token_reference: token });
    const all = {
      validUntil: '2026-11-21T08:00:00.000Z',
      singleUse: true,
      maxAmount: '50.00',
      merchants: { allowed: ['SHOP00000000042'] },
      categories: { blocked: ['7995'] },
      countries: { allowed: ['AE', 'GB'] },
    };
    const set = await setTokenControls(server, token, { ...all, countries: { allowed: ['ARE', '826', 'AE'] } });
    expect(set.json).toEqual({ ...all, currency: 'AED', token_reference: token });
    expect(await controlsOf(token)).toEqual(set.json);
    const repeat = await setTokenControls(server, token, all);
    expect([repeat.headers.etag, repeat.json]).toEqual([set.headers.etag, set.json]);
    const { json } = await get(`/tokens/${token}`);
    expect((json.history as { event: string }[]).map(({ event }) => event)).toEqual(['PROVISION', 'APPROVE']);
    const ended = await setTokenControls(server, token, {});
    expect(ended.json).toEqual({ ...NONE, token_reference: token });
    const url = `/V2/tokens/${token}/controls`;
    const headers = { 'if-match': String(set.headers.etag) };
    const stale = await server.request({ method: 'PUT', url, as: 'demo-bank', headers, payload: all });
    expect([stale.status, stale.json.error_code]).toEqual([412, '423']);
  });

  it.each([
    ['its time', { validUntil: '2026-11-20T08:00:01Z' }, {}, { Later: true }, 'TOKEN_EXPIRED', '57'],
    ['its amount', { maxAmount: '50.00' }, amountFields(5_000), amountFields(5_001), 'TOKEN_AMOUNT', '61'],
    [
      'an allowed merchant',
      { merchants: { allowed: ['SHOP1'] } },
      { Card_Acceptor_Identification_Code: 'SHOP1'.padEnd(15) },
      { Card_Acceptor_Identification_Code: 'SHOP2'.padEnd(15) },
      'TOKEN_MERCHANT',
      '57',
    ],
    [
      'a blocked merchant',
      { merchants: { blocked: ['SHOP2'] } },
      {},
      { Card_Acceptor_Identification_Code: 'SHOP2'.padEnd(15) },
      'TOKEN_MERCHANT',
      '57',
    ],
    [
      'a category',
      { categories: { allowed: ['5411'] } },
      { Merchant_Type: '5411' },
      { Merchant_Type: '7995' },
      'TOKEN_CATEGORY',
      '57',
    ],
    ['an allowed country', { countries: { allowed: ['DE'] } }, IN_GERMANY, NOWHERE, 'TOKEN_COUNTRY', '62'],
    ['a blocked country', { countries: { blocked: ['DE'] } }, NOWHERE, IN_GERMANY, 'TOKEN_COUNTRY', '62'],
  ])('decide payments that name the token, by %s', async (_what, controls, passing, refused, reason, code) => {
    const { card, token } = await controlled(controls);
    expect(await reasonOf(server, card, { ...paying(token), ...passing })).toBe('APPROVED');
    const { Later: isLater, ...fields } = refused as Record<string, unknown>;
    if (isLater) server.clock.set('2026-11-20T08:00:01.000Z');
    const declined = await use(server, card, { ...paying(token), ...fields });
    expect([declined.reason, declined.actionCode, declined.last]).toEqual([reason, code, 'TOKEN_CONTROLS REFUSE']);
    expect(await reasonOf(server, card, fields)).toBe('APPROVED');
    const { json } = await get(`/authorizations/${declined.reference}?explain=en`);
    const { sentences } = json.explanation as { sentences: { about: string; text: string }[] };
    expect(sentences.find(({ about }) => about === 'reason')?.text).toMatch(/token/);
    expect(sentences.find(({ about }) => about === 'setting')?.text).toMatch(/20 Nov 2026/);
    await expectIdentical(card);
  });

  it('allow exactly one of 60 concurrent payments if the token is for single use', async () => {
    const { card, token } = await controlled({ singleUse: true });
    const all = await Promise.all(Array.from({ length: 60 }, () => reasonOf(server, card, paying(token))));
    expect(all.filter((reason) => reason === 'APPROVED')).toHaveLength(1);
    expect(all.filter((reason) => reason === 'SINGLE_USE')).toHaveLength(59);
    expect(await reasonOf(server, card, amountFields(1_000))).toBe('APPROVED');
    expect((await get(`/limits/SINGLE_USE?token_reference=${token}`)).json).toMatchObject({ used: '1', max: '1' });
    await expectIdentical(card);
  });

  it('allow another payment after a full reversal, and after single use was set again', async () => {
    const { card, token } = await controlled({ singleUse: true });
    const first = await use(server, card, paying(token));
    await setTokenControls(server, token, { singleUse: true, maxAmount: '90.00' });
    expect(await reasonOf(server, card, paying(token))).toBe('SINGLE_USE');
    await reverse(server, first.reference, '10.00');
    expect(await reasonOf(server, card, paying(token))).toBe('APPROVED');
    await setTokenControls(server, token, {});
    await setTokenControls(server, token, { singleUse: true });
    expect(await reasonOf(server, card, paying(token))).toBe('APPROVED');
    expect(await reasonOf(server, card, paying(token))).toBe('SINGLE_USE');
  });

  it('of a past moment reproduce the decisions of that time', async () => {
    const { card, token } = await controlled({ maxAmount: '20.00' });
    const moments = [await recordMoment(server, card)];
    server.clock.set('2026-11-20T08:30:00.000Z');
    expect(await reasonOf(server, card, paying(token, 3_000))).toBe('TOKEN_AMOUNT');
    server.clock.set('2026-11-20T09:00:00.000Z');
    await setTokenControls(server, token, { maxAmount: '90.00', singleUse: true });
    moments.push(await recordMoment(server, card));
    server.clock.set('2026-11-20T09:30:00.000Z');
    expect(await reasonOf(server, card, paying(token, 3_000))).toBe('APPROVED');
    expect(await reasonOf(server, card, paying(token, 3_000))).toBe('SINGLE_USE');
    server.clock.set('2026-11-20T10:00:00.000Z');
    await setTokenControls(server, token, {});
    moments.push(await recordMoment(server, card));
    await expectIdentical(card);
    await checkMoments(server, moments);
    const { json } = await get(`/accounts/${card.accountNumber}/history`);
    const changes = (json.items as { kind: string }[]).filter(({ kind }) => kind === 'TOKEN_CONTROLS');
    expect(changes).toHaveLength(3);
    expect(changes[1]).toMatchObject({
      actor: 'demo-bank',
      outcome: 'controls set',
      card_identifier_id: card.exid,
      change: { token_reference: token, maxAmount: '90.00' },
    });
    await expectNoDifference(server);
  });

  it('can be assumed by a preview and a backtest', async () => {
    const { card, token } = await controlled({ maxAmount: '20.00' });
    for (const minor of [1_000, 1_000, 3_000]) await reasonOf(server, card, paying(token, minor));
    const assume = (controls: object) => ({ tokenControls: [{ token_reference: token, ...controls }] });
    const preview = async (minor: number, more: object) => {
      const payload = { message: ecommerceMessage(card, paying(token, minor)), ...more };
      return (await server.request({ method: 'POST', url: '/V2/authorizations/preview', as: 'demo-bank', payload }))
        .json;
    };
    expect((await preview(3_000, {})).rule).toBe('TOKEN_AMOUNT');
    expect((await preview(3_000, assume({}))).rule).toBe('APPROVED');
    expect((await preview(1_000, assume({ countries: { blocked: ['AE'] } }))).rule).toBe('TOKEN_COUNTRY');
    const tried = (await backtest(server, card.accountNumber, assume({ singleUse: true }))).json;
    const changes = (tried.changes as { would_be: { rule: string } }[]).map(({ would_be: { rule } }) => rule);
    expect(changes).toEqual(['SINGLE_USE', 'SINGLE_USE']);
    const unknown = assume({ token_reference: 'f9168c5e-ceb2-4faa-b6bf-329bf39fa1e4' });
    expect(await preview(1_000, unknown)).toMatchObject({ error_code: '307' });
    const faulty = await backtest(server, card.accountNumber, assume({ maxAmount: '1.001' }));
    expect((faulty.json.errors as object[])[0]).toMatchObject({ path: 'tokenControls[0].maxAmount' });
  });

  it('write one event with the changed members and an audit row', async () => {
    const { token } = await cardWithToken();
    await registerWebhook(server, { events: ['token.controls.changed'] });
    await setTokenControls(server, token, { maxAmount: '20.00' });
    await setTokenControls(server, token, { maxAmount: '20.00' });
    const { json } = await get(`/events?stream=${encodeURIComponent(`update:token:${token}`)}`);
    const items = json.items as { id: string; type: string }[];
    expect(items.map(({ type }) => type)).toEqual(['token.controls.changed']);
    const rows = await server.db.sql(
      `select actor, outcome from audit_log where subject = $1 and operation = 'tokens.set-controls' order by audit_id`,
      [`token:${token}`],
    );
    // the repeat is a change that was requested, not a read
    expect(rows).toEqual(['controls set', 'controls unchanged'].map((outcome) => ({ actor: 'demo-bank', outcome })));
  });

  it.each([
    [{ maxAmount: '1.001' }, '105', 'maxAmount'],
    [{ validUntil: '2026-11-20T08:00:00Z' }, '106', 'validUntil'],
    [{ merchants: {} }, '103', 'merchants.allowed'],
    [{ merchants: { allowed: ['A'], blocked: ['B'] } }, '106', 'merchants.blocked'],
    [{ categories: { allowed: [] } }, '103', 'categories.allowed'],
    [{ countries: { blocked: ['AE', 'XX'] } }, '106', 'countries.blocked[1]'],
  ])('refuse %j with %s', async (payload, code, path) => {
    const { token } = await cardWithToken();
    const { status, json } = await setTokenControls(server, token, payload);
    expect(status).toBe(400);
    expect((json.errors as object[])[0]).toMatchObject({ code, path });
    expect(await controlsOf(token)).toMatchObject(NONE);
  });

  it('can be set only by the bank of the token, and only for a token that can still pay', async () => {
    const { token } = await cardWithToken();
    const others = await setTokenControls(server, token, {}, 'other-bank');
    expect([others.status, others.json.error_code]).toEqual([404, '307']);
    expect((await get(`/tokens/${token}/controls`, 'other-bank')).json).toMatchObject({ error_code: '307' });
    await act(server, token, 'suspend');
    expect((await setTokenControls(server, token, { singleUse: true })).status).toBe(200);
    await act(server, token, 'delete');
    expect((await controlsOf(token)).singleUse).toBe(false);
    const late = await setTokenControls(server, token, {});
    expect([late.status, late.json.error_code]).toEqual([409, '420']);
  });
});

async function expectIdentical({ accountNumber }: IssuedCard): Promise<void> {
  const { json } = await backtest(server, accountNumber);
  expect(json).toMatchObject({ identical: json.decisions, changed: 0 });
}
