import { describe, expect, it } from 'vitest';
import { setCardStatus } from '../../../testing/cards/card-control.ts';
import { addCard, authorize, ecommerceMessage, issueAccount, issueCard } from '../../../testing/cards/issued-cards.ts';
import { act, newToken } from '../../../testing/cards/tokens.ts';
import { backtest } from '../../../testing/decisions/backtests.ts';
import { fileServer } from '../../../testing/test-server.ts';

type Card = Parameters<typeof ecommerceMessage>[0];

describe('a message that names its token', () => {
  const server = fileServer();

  const messageOf = (card: Card, token: string) => ecommerceMessage(card, { Token_Reference: token });
  const payWithToken = async (card: Card, token: string) => {
    const { json } = await authorize(server, messageOf(card, token), 'reading-network');
    return `${json.Action_Code} ${json.Additional_Response_Data}`;
  };

  it('is approved without a warning, and the record shows the token', async () => {
    const card = await issueCard(server);
    const token = await newToken(server, card.exid);
    const message = messageOf(card, token);
    const answer = await authorize(server, message, 'reading-network');
    expect(answer.json.Action_Code).toBe('00');
    expect(answer.headers['contract-warnings'] ?? '0').toBe('0');
    const url = `/V2/authorizations/${message.Retrieval_Reference_Number}`;
    const { json } = await server.request({ method: 'GET', url, as: 'demo-bank' });
    expect(json.token_reference).toBe(token);
    expect(json.trace).toContainEqual({
      rule: 'TOKEN',
      verdict: 'PASS',
      saw: { token_reference: token, state: 'ACTIVE' },
    });
    expect(await payWithToken(card, token.toUpperCase())).toMatch(/^00/);
  });

  it('is declined with 14 if the token is not one of the card', async () => {
    const account = await issueAccount(server, { available: '100.00' });
    const [card, sister] = [await addCard(server, account), await addCard(server, account)];
    const token = await newToken(server, sister.exid);
    const other = await newToken(server, (await issueCard(server)).exid);
    for (const reference of [token, other, 'f9168c5e-ceb2-4faa-b6bf-329bf39fa1e4', 'no uuid']) {
      expect(await payWithToken(card, reference)).toBe('14 TOKEN_NOT_OF_CARD');
    }
    expect(await payWithToken(sister, token)).toMatch(/^00/);
  });

  it('is declined with 57 unless the token is active', async () => {
    const card = await issueCard(server);
    const token = await newToken(server, card.exid);
    await act(server, token, 'suspend');
    expect(await payWithToken(card, token)).toBe('57 TOKEN');
    await act(server, token, 'resume');
    expect(await payWithToken(card, token)).toMatch(/^00/);
    await act(server, token, 'delete');
    expect(await payWithToken(card, token)).toBe('57 TOKEN');
    expect(await payWithToken(card, await newToken(server, card.exid, { activation: 'CODE' }))).toBe('57 TOKEN');
  });

  it('is declined for its card first', async () => {
    const card = await issueCard(server);
    const token = await newToken(server, card.exid);
    await setCardStatus(server, card.exid, 'BLOCKED');
    expect(await payWithToken(card, token)).toBe('62 CARD_BLOCKED');
  });

  it('gets the same decision in a preview and in a backtest', async () => {
    const card = await issueCard(server);
    const token = await newToken(server, card.exid);
    expect(await payWithToken(card, token)).toMatch(/^00/);
    await act(server, token, 'suspend');
    expect(await payWithToken(card, token)).toBe('57 TOKEN');
    const preview = await server.request({
      method: 'POST',
      url: '/V2/authorizations/preview',
      as: 'demo-bank',
      payload: { message: messageOf(card, token) },
    });
    expect(preview.json).toMatchObject({ action_code: '57', rule: 'TOKEN' });
    const { json } = await backtest(server, card.accountNumber);
    expect(json).toMatchObject({ decisions: 2, identical: 2, changed: 0 });
  });
});
