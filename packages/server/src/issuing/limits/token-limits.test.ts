import { beforeEach, describe, expect, it } from 'vitest';
import { amountFields, reasonOf, reverse, use } from '../../testing/cards/card-control.ts';
import { type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { act, newToken } from '../../testing/cards/tokens.ts';
import { backtest } from '../../testing/decisions/backtests.ts';
import { expectNoDifference } from '../../testing/decisions/bank-backtests.ts';
import { checkMoments, recordMoment } from '../../testing/moments.ts';
import { type Answer, fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();
beforeEach(() => server.clock.set(TEST_NOW));

const send = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method, url: `/V2${path}`, as, ...(payload !== undefined && { payload }) });
const limitOf = (token: string, more: object = {}) => ({
  id: 'TOKEN_DAY',
  level: 'token',
  token_reference: token,
  measure: 'amount',
  window: { calendar: 'day' },
  max: '100.00',
  ...more,
});
const setLimit = async (token: string, more: object = {}): Promise<Record<string, unknown>> => {
  const { status, json, text } = await send('POST', '/limits', limitOf(token, more));
  expect(status, text).toBe(200);
  return json;
};
const paying = (token: string, minor = 1_000) => ({ ...amountFields(minor), Token_Reference: token });

async function cardWithTokens(): Promise<{ card: IssuedCard; token: string; other: string }> {
  const card = await issueCard(server, { available: '100000.00' });
  return { card, token: await newToken(server, card.exid), other: await newToken(server, card.exid) };
}

describe('a limit of a token', () => {
  it('counts only payments that name the token', async () => {
    const { card, token, other } = await cardWithTokens();
    expect(await setLimit(token)).toMatchObject({
      level: 'token',
      account_number: card.accountNumber,
      card_identifier_id: card.exid,
      token_reference: token,
      used: '0.00',
    });
    expect(await reasonOf(server, card, paying(token.toUpperCase(), 6_000))).toBe('APPROVED');
    for (const fields of [amountFields(9_000), paying(other, 9_000)]) {
      expect(await reasonOf(server, card, fields)).toBe('APPROVED');
    }
    const refused = await use(server, card, paying(token, 4_001));
    expect([refused.reason, refused.actionCode]).toEqual(['TOKEN_DAY', '61']);
    expect(refused.saw.LIMITS?.states).toMatch(/^TOKEN_DAY:token:amount:approvals:10000:6000:10001:/);
    const exact = await use(server, card, paying(token, 4_000));
    expect(exact.reason).toBe('APPROVED');
    await reverse(server, exact.reference, '25.00');
    const answer = await send('GET', `/limits/TOKEN_DAY?token_reference=${token}`);
    expect(answer.json).toMatchObject({ used: '75.00', left: '25.00' });
  });

  it('is listed under its token, its card and its account', async () => {
    const { card, token, other } = await cardWithTokens();
    await setLimit(token);
    await setLimit(other, { max: '5.00' });
    const list = async (query: string) => (await send('GET', `/limits?${query}`)).json.items as object[];
    expect(await list(`token_reference=${token}`)).toEqual([expect.objectContaining({ max: '100.00' })]);
    expect(await list(`card_identifier_id=${card.exid}`)).toHaveLength(2);
    expect(await list(`account_number=${card.accountNumber}&level=token`)).toHaveLength(2);
    expect(await list(`account_number=${card.accountNumber}&level=card`)).toEqual([]);
    const deleted = await send('DELETE', `/limits/TOKEN_DAY?token_reference=${other}`);
    expect(deleted.json).toMatchObject({ token_reference: other, max: '5.00' });
    expect(await list(`card_identifier_id=${card.exid}`)).toHaveLength(1);
  });

  it('can lock a merchant, count in any window and apply under a condition', async () => {
    const { card, token } = await cardWithTokens();
    const at = (merchant: string) => ({
      ...paying(token),
      Card_Acceptor_Identification_Code: merchant.padEnd(15),
    });
    await send('POST', '/limits', { id: 'ONE_SHOP', level: 'token', token_reference: token, lockMerchant: 'first' });
    await setLimit(token, { id: 'THREE', measure: 'count', window: { calendar: 'lifetime' }, max: '3' });
    const where = { field: 'amount', op: 'gt', value: '50.00' };
    await setLimit(token, { id: 'LARGE', measure: 'count', window: { calendar: 'week' }, max: '1', where });
    expect(await reasonOf(server, card, at('SHOP1'))).toBe('APPROVED');
    expect(await reasonOf(server, card, at('SHOP2'))).toBe('ONE_SHOP');
    expect(await reasonOf(server, card, { ...at('SHOP1'), ...amountFields(6_000) })).toBe('APPROVED');
    expect(await reasonOf(server, card, { ...at('SHOP1'), ...amountFields(6_000) })).toBe('LARGE');
    expect(await reasonOf(server, card, at('SHOP1'))).toBe('APPROVED');
    expect(await reasonOf(server, card, at('SHOP1'))).toBe('THREE');
    expect(await reasonOf(server, card, amountFields(6_000))).toBe('APPROVED');
  });

  it('follows the token to a replacement card, and ends when the token is deleted', async () => {
    const { card, token } = await cardWithTokens();
    await setLimit(token, { measure: 'count', max: '1' });
    expect(await reasonOf(server, card, paying(token))).toBe('APPROVED');
    const replaced = await server.envelope('cards.change-status', {
      card_identifier_id: card.exid,
      card_identifier_type: 'EXID',
      status: { type: 'card_status', value: 'REPLACED' },
    });
    expect(replaced.exception?.error_code).toBe('000');
    const state = `/limits?account_number=${card.accountNumber}`;
    const [limit] = (await send('GET', state)).json.items as Record<string, unknown>[];
    expect(limit).toMatchObject({ token_reference: token, used: '1' });
    await act(server, token, 'delete');
    expect((await send('GET', state)).json.items).toEqual([]);
    const again = await send('POST', '/limits', limitOf(token));
    expect([again.status, again.json.error_code]).toEqual([409, '420']);
  });

  it('belongs to the bank of the token, and requires exactly one owner', async () => {
    const { card, token } = await cardWithTokens();
    const others = await send('POST', '/limits', limitOf(token), 'other-bank');
    expect([others.status, others.json.error_code]).toEqual([404, '307']);
    const missing = await send('POST', '/limits', { ...limitOf(token), token_reference: undefined });
    expect((missing.json.errors as object[])[0]).toMatchObject({ code: '103', path: 'token_reference' });
    const two = await send('POST', '/limits', { ...limitOf(token), card_identifier_id: card.exid });
    expect((two.json.errors as object[])[0]).toMatchObject({ code: '106', path: 'token_reference' });
    const reserved = await send('POST', '/limits', { ...limitOf(token), id: 'SINGLE_USE' });
    expect((reserved.json.errors as object[])[0]).toMatchObject({ code: '106', path: 'id' });
  });

  it('is reproduced by replays, can be proposed in a backtest, and is part of past account states', async () => {
    const { card, token, other } = await cardWithTokens();
    for (const one of [token, other]) expect(await reasonOf(server, card, paying(one, 6_000))).toBe('APPROVED');
    server.clock.set('2026-11-20T08:30:00.000Z');
    await setLimit(token);
    const moment = await recordMoment(server, card);
    server.clock.set('2026-11-20T09:00:00.000Z');
    expect(await reasonOf(server, card, paying(token, 9_000))).toBe('APPROVED');
    expect(await reasonOf(server, card, paying(token, 2_000))).toBe('TOKEN_DAY');
    const proposed = limitOf(other, { max: '50.00' });
    const { json } = await backtest(server, card.accountNumber, { limits: [proposed] });
    expect(json).toMatchObject({ decisions: 4, changed: 1 });
    expect((json.changes as object[])[0]).toMatchObject({ would_be: { action_code: '61', rule: 'TOKEN_DAY' } });
    const unknown = await backtest(server, card.accountNumber, {
      limits: [{ ...proposed, token_reference: 'f9168c5e-ceb2-4faa-b6bf-329bf39fa1e4' }],
    });
    expect(unknown.json).toMatchObject({ error_code: '307' });
    await checkMoments(server, [moment]);
    const history = await send('GET', `/accounts/${card.accountNumber}/history`);
    expect(history.json.items).toContainEqual(
      expect.objectContaining({
        kind: 'LIMIT',
        actor: 'demo-bank',
        outcome: 'limit set',
        change: expect.objectContaining({ id: 'TOKEN_DAY', token_reference: token }),
      }),
    );
    await expectNoDifference(server);
  });
});
