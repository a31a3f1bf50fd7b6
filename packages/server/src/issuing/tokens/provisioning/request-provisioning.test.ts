import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restrict } from '../../../testing/cards/card-control.ts';
import { addCard, type IssuedCard, issueAccount, issueCard, luhnNumber } from '../../../testing/cards/issued-cards.ts';
import { notificationsOf, queueNotifications } from '../../../testing/cards/tokens.ts';
import { expectNoDifference } from '../../../testing/decisions/bank-backtests.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

let card: IssuedCard;
const server = fileServer();
beforeAll(async () => {
  await queueNotifications(server);
  card = await issueCard(server);
});
afterAll(async () => {
  await expectNoDifference(server);
});

const TRUSTED = { account: 4, device: 5 };
const body = (of: string, more: Record<string, unknown> = {}) => ({
  provisioning_id: randomUUID(),
  card: of,
  requestor_id: '4001003027',
  requestor_name: 'Example Pay',
  scores: TRUSTED,
  ...more,
});

function send(payload: Record<string, unknown>, as = 'demo-network'): Promise<Answer> {
  return server.request({ method: 'POST', url: '/V2/tokens/provisioning', as, payload });
}

const get = (url: string, as = 'demo-bank') => server.request({ url: `/V2/tokens/provisioning${url}`, as });

async function decisionOf(id: unknown) {
  const { json } = await get('?limit=200');
  const items = json.items as { provisioning_id: string; decision_id: string }[];
  const { decision_id } = items.find((item) => item.provisioning_id === id)!;
  return (await get(`/${decision_id}`)).json;
}

const refusing = (type: string) => ({ restriction_type: type, isAllowed: false });

describe('an outcome', () => {
  it('APPROVED creates an active token immediately, with its notification', async () => {
    const sent = body(card.cardNumber, { token_type: 'DEVICE', device: { id: 'D-1', type: 'PHONE' } });
    const { status, json } = await send(sent);
    expect(status, JSON.stringify(json)).toBe(200);
    expect(json).toEqual({
      provisioning_id: sent.provisioning_id,
      outcome: 'APPROVED',
      token_reference: expect.any(String),
      token_state: 'ACTIVE',
      decided_at: '2026-11-20T08:00:00.000Z',
    });
    const notifications = await notificationsOf(server, json.token_reference as string);
    expect(notifications.map(({ type }) => type)).toEqual(['TC']);
    const decision = await decisionOf(sent.provisioning_id);
    expect(decision).toMatchObject({
      outcome: 'APPROVED',
      reason: null,
      rule: 'APPROVED',
      card_identifier_id: card.exid,
      card_number: card.masked,
      token_reference: json.token_reference,
      network: 'demo-network',
      request: { token_type: 'DEVICE', device: { id: 'D-1', type: 'PHONE' }, scores: TRUSTED },
    });
    expect((decision.trace as { rule: string }[]).map(({ rule }) => rule)).toEqual([
      ...['CARD_FOUND', 'CARD_STATUS', 'EXPIRY', 'RESTRICTIONS', 'TOKENS_OF_CARD', 'TOKENS_OF_DEVICE', 'ATTEMPTS'],
      'SCORES',
    ]);
  });

  it.each([
    ['a low account score', { scores: { account: 2, device: 5 } }],
    ['a low device score', { scores: { account: 5, device: 1 } }],
    ['an unknown score', { scores: { account: 5 } }],
    ['no scores', { scores: undefined }],
  ])('APPROVED_WITH_CODE follows from %s, and a code activates the token', async (_what, more) => {
    const own = await issueCard(server);
    const { json } = await send(body(own.exid, more));
    expect(json).toMatchObject({
      outcome: 'APPROVED_WITH_CODE',
      token_state: 'REQUESTED',
      activation_methods: [{ method: 'SMS', value: '*********567' }, { method: 'CALL' }, { method: 'APP' }],
    });
    const reference = json.token_reference as string;
    expect(await notificationsOf(server, reference)).toEqual([]);
    const issued = await server.request({
      method: 'POST',
      url: `/V2/tokens/${reference}/activation-code`,
      as: 'demo-bank',
      payload: { activation_pref: 'SMS', requested_by: 'CARDHOLDER', reason_code: 'CHOSEN' },
    });
    expect(issued.json).toMatchObject({ token_state: 'PENDING_ACTIVATION' });
    expect((await notificationsOf(server, reference)).map(({ type }) => type)).toEqual(['AC']);
  });

  it('DECLINED has a reason and creates no token', async () => {
    const own = await issueCard(server);
    const blocked = await server.envelope('cards.change-status', {
      card_identifier_id: own.exid,
      card_identifier_type: 'EXID',
      status: { type: 'card_status', value: 'BLOCKED' },
    });
    expect(blocked.exception.status, blocked.exception.error_description).toBe('S');
    const { json } = await send(body(own.exid));
    expect(json).toMatchObject({ outcome: 'DECLINED', reason: 'CARD_STATUS' });
    expect(json).not.toHaveProperty('token_reference');
  });

  it('DECLINED is the outcome for an expired card, and for a sandbox number that no card has', async () => {
    const own = await issueCard(server);
    await server.db.sql(`update cards set expiry = '2610' where exid = $1`, [own.exid]);
    expect((await send(body(own.exid))).json).toMatchObject({ reason: 'EXPIRED' });
    expect((await send(body('4000001999999998'))).json).toMatchObject({ reason: 'UNKNOWN_CARD' });
  });

  it('is published to endpoints that subscribe, after the notification of the token', async () => {
    await server.db.sql(
      `update webhook_endpoints set events = events || 'token.provisioning.decided'::text where endpoint_id = 'test-endpoint'`,
    );
    const own = await issueCard(server);
    const { json } = await send(body(own.exid));
    const notifications = await notificationsOf(server, json.token_reference as string);
    expect(notifications.map(({ type }) => type)).toEqual(['TC', 'token.provisioning.decided']);
    expect(notifications[1]).toMatchObject({ outcome: 'APPROVED', rule: 'APPROVED', card_identifier_id: own.exid });
    await server.db.sql(
      `update webhook_endpoints set events = array_remove(events, 'token.provisioning.decided') where endpoint_id = 'test-endpoint'`,
    );
  });

  it('depends on the restrictions of the kind of token', async () => {
    const own = await issueCard(server);
    await restrict(server, own, refusing('ECOM'));
    const outcome = async (token_type?: string) => (await send(body(own.exid, { token_type }))).json;
    expect(await outcome('CLOUD')).toMatchObject({ outcome: 'DECLINED', reason: 'RESTRICTED' });
    expect(await outcome('CARD_ON_FILE')).toMatchObject({ outcome: 'DECLINED', reason: 'RESTRICTED' });
    expect(await outcome('DEVICE')).toMatchObject({ outcome: 'APPROVED' });
    await restrict(server, own, refusing('NFC'));
    expect(await outcome('DEVICE')).toMatchObject({ outcome: 'DECLINED', reason: 'RESTRICTED' });
    expect(await outcome()).toMatchObject({ outcome: 'APPROVED' });
    await restrict(server, own, refusing('ANY'));
    expect(await outcome()).toMatchObject({ outcome: 'DECLINED', reason: 'RESTRICTED' });
  });
});

describe('a repeat', () => {
  it('gets the stored response byte for byte, and creates nothing', async () => {
    const own = await issueCard(server);
    const sent = body(own.exid);
    const first = await send(sent);
    const again = await send(sent);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    const tokens = await server.request({ url: `/V2/tokens?card_identifier_id=${own.exid}`, as: 'demo-bank' });
    expect(tokens.json.tokens).toHaveLength(1);
  });

  it('with other content is refused, and so is one for the card of another bank', async () => {
    const own = await issueCard(server);
    const other = await issueCard(server, { as: 'other-bank' });
    const sent = body(own.exid);
    await send(sent);
    for (const changed of [{ requestor_name: 'Other Pay' }, { card: other.exid }]) {
      const { status, json } = await send({ ...sent, ...changed });
      expect([status, json.error_code]).toEqual([409, '108']);
    }
  });
});

describe('a card that is not found', () => {
  it('gets the same response for an unknown number, an unknown EXID, and a masked number', async () => {
    const own = await issueCard(server);
    for (const number of [luhnNumber('400000'), luhnNumber('999999'), '9000000000000000001', own.masked, 'nothing']) {
      const { status, json } = await send(body(number));
      const { provisioning_id: _, ...answer } = json;
      expect([status, answer]).toEqual([
        200,
        { outcome: 'DECLINED', reason: 'UNKNOWN_CARD', decided_at: '2026-11-20T08:00:00.000Z' },
      ]);
    }
  });

  it('is listed for the bank of its number, masked, and nothing stores the number', async () => {
    const number = luhnNumber('400000');
    const sent = body(number);
    await send(sent);
    expect(await decisionOf(sent.provisioning_id)).toMatchObject({
      reason: 'UNKNOWN_CARD',
      card_identifier_id: null,
      card_number: `400000XXXXXX${number.slice(-4)}`,
    });
    const stored = JSON.stringify(await server.db.sql('select * from token_provisionings'));
    expect(stored).not.toContain(number);
  });
});

describe('limits', () => {
  it('approve as many of 60 concurrent requests for one card as it may have tokens', async () => {
    const own = await issueCard(server);
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(body(own.exid))));
    const reasons = countBy(answers.map(({ json }) => String(json.reason ?? json.outcome)));
    expect(reasons).toEqual({ APPROVED: 10, TOO_MANY_TOKENS: 50 });
  });

  it('approve as many of 60 concurrent requests for cards of one device as it may have cards', async () => {
    const account = await issueAccount(server);
    const cards = await Promise.all(
      Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? issueCard(server) : addCard(server, account))),
    );
    const requests = Array.from({ length: 60 }, (_, at) =>
      send(body(cards[at % 12]!.exid, { device: { id: 'ONE-DEVICE' } })),
    );
    const approved = (await Promise.all(requests)).filter(({ json }) => json.outcome === 'APPROVED');
    expect(approved).toHaveLength(25);
    const [{ cards: withTokens }] = (await server.db.sql(
      `select count(distinct card_id)::int as cards from tokens where device_id = 'ONE-DEVICE'`,
    )) as [{ cards: number }];
    expect(withTokens).toBe(5);
  });

  it('decline after five declines in 24 hours, and no longer a day later', async () => {
    const own = await issueCard(server);
    await restrict(server, own, refusing('ECOM'));
    for (let at = 0; at < 5; at++) await send(body(own.exid, { token_type: 'CLOUD' }));
    expect((await send(body(own.exid))).json).toMatchObject({ reason: 'TOO_MANY_ATTEMPTS' });
    expect((await send(body(own.exid))).json).toMatchObject({ reason: 'TOO_MANY_ATTEMPTS' });
    await server.db.sql(`update token_provisionings set decided_at = decided_at - interval '1 day' where exid = $1`, [
      own.exid,
    ]);
    expect((await send(body(own.exid))).json).toMatchObject({ outcome: 'APPROVED' });
  });

  it('come from settings of the program, as does the outcome of scores', async () => {
    const set = (provisioning: Record<string, unknown>) =>
      server.request({
        method: 'PUT',
        url: '/V2/programs/DEBIT-CLASSIC',
        as: 'demo-bank',
        payload: { provisioning },
      });
    const own = await issueCard(server);
    const { status, json } = await set({ tokensOfCard: 1, lowScores: 'APPROVED', unknownScores: 'APPROVED' });
    expect([status, json.provisioning]).toEqual([
      200,
      { tokensOfCard: 1, lowScores: 'APPROVED', unknownScores: 'APPROVED' },
    ]);
    expect((await send(body(own.exid, { scores: { account: 1 } }))).json).toMatchObject({ outcome: 'APPROVED' });
    expect((await send(body(own.exid))).json).toMatchObject({ reason: 'TOO_MANY_TOKENS' });
    await set({ tokensOfCard: 0 });
    expect((await send(body((await issueCard(server)).exid))).json).toMatchObject({ reason: 'CARD_NOT_ELIGIBLE' });
    await set({});
  });
});

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

describe('the preview', () => {
  const preview = (payload: Record<string, unknown>, as = 'demo-bank') =>
    server.request({ method: 'POST', url: '/V2/tokens/provisioning/preview', as, payload });

  it('gives the decision of a request, and stores nothing', async () => {
    const own = await issueCard(server);
    const { provisioning_id: _, ...content } = body(own.cardNumber, { scores: { account: 1 } });
    const { status, json } = await preview(content);
    expect(status, JSON.stringify(json)).toBe(200);
    expect(json).toMatchObject({ outcome: 'APPROVED_WITH_CODE', rule: 'SCORES', card_identifier_id: own.exid });
    const stored = await server.db.sql('select from token_provisionings where exid = $1', [own.exid]);
    expect(stored).toEqual([]);
  });

  it('is for a bank and its own cards', async () => {
    const { provisioning_id: _, ...content } = body(card.exid);
    expect((await preview(content, 'other-bank')).json).toMatchObject({
      outcome: 'DECLINED',
      reason: 'UNKNOWN_CARD',
      card_identifier_id: null,
    });
    expect((await preview(content, 'demo-network')).status).toBe(403);
  });
});

describe('the list', () => {
  it('is filtered by outcome, reason and card, page by page', async () => {
    const own = await issueCard(server);
    for (let at = 0; at < 3; at++) await send(body(own.exid));
    const page = (await get(`?card=${own.exid}&limit=2`)).json;
    expect(page.items).toHaveLength(2);
    const rest = (await get(`?card=${own.exid}&limit=2&cursor=${page.next as string}`)).json;
    expect([(rest.items as unknown[]).length, rest.next]).toEqual([1, null]);
    expect((await get(`?card=${own.exid}&outcome=DECLINED`)).json.items).toEqual([]);
    const unknown = (await get('?reason=UNKNOWN_CARD&limit=200')).json.items as { reason: string }[];
    expect(new Set(unknown.map(({ reason }) => reason))).toEqual(new Set(['UNKNOWN_CARD']));
  });

  it('is for the bank of the card only, and so are the decisions', async () => {
    const sent = body(card.exid);
    await send(sent);
    const { decision_id: id } = await decisionOf(sent.provisioning_id);
    expect((await get(`/${id as string}`, 'other-bank')).status).toBe(404);
    expect((await get(`?card=${card.exid}`, 'other-bank')).status).toBe(404);
    expect((await get('', 'demo-network')).status).toBe(403);
  });
});

it('is for networks: a bank cannot request', async () => {
  expect((await send(body(card.exid), 'demo-bank')).status).toBe(403);
});
