import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { restrict } from '../../../testing/cards/card-control.ts';
import { issueCard, luhnNumber } from '../../../testing/cards/issued-cards.ts';
import { queueNotifications } from '../../../testing/cards/tokens.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await queueNotifications(server);
  await server.db.sql(
    `update webhook_endpoints set events = events || 'token.provisioning.decided'::text where endpoint_id = 'test-endpoint'`,
  );
  await server.db.sql(
    `update oauth_clients set scopes = scopes || 'tokens:provision'::text where client_id in ('reading-network', 'second-network')`,
  );
  await server.db.sql(`update oauth_clients set requests_per_minute = 5 where client_id = 'second-network'`);
});

const body = (card: string, more: Record<string, unknown> = {}) => ({
  provisioning_id: randomUUID(),
  card,
  requestor_id: '4001003027',
  requestor_name: 'Example Pay',
  scores: { account: 5, device: 5 },
  ...more,
});
const send = (payload: Record<string, unknown>, as = 'demo-network'): Promise<Answer> =>
  server.request({ method: 'POST', url: '/V2/tokens/provisioning', as, payload });
const decisionsOf = async (query: string, as = 'demo-bank') =>
  (await server.request({ url: `/V2/tokens/provisioning?limit=200${query}`, as })).json.items as {
    provisioning_id: string;
    rule: string;
  }[];
const tokensOf = async (exid: string) =>
  (await server.request({ url: `/V2/tokens?card_identifier_id=${exid}`, as: 'demo-bank' })).json.tokens as {
    token_reference: string;
  }[];
const eventsIn = async (stream: string) =>
  (
    await server.db.sql<{ type: string }>(
      `select type from outbox_messages where endpoint_id = 'test-endpoint' and stream = $1 order by stream_sequence`,
      [stream],
    )
  ).map(({ type }) => type);

describe('a network that tries card numbers', () => {
  it('gets the same response for every number without a card: of a bank, of no bank, of a wrong length, and masked', async () => {
    const numbers = [
      ...Array.from({ length: 20 }, () => luhnNumber('400000')),
      ...[luhnNumber('999999'), '4000001', '9000000000000000001', '400000XXXXXX0018'],
    ];
    const answers = await Promise.all(numbers.map((number) => send(body(number))));
    const same = answers.map(({ status, headers, json: { provisioning_id: _, ...rest } }) => ({
      status,
      names: Object.keys(headers).sort(),
      rest,
    }));
    expect(new Set(same.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(same[0]).toMatchObject({ status: 200, rest: { outcome: 'DECLINED', reason: 'UNKNOWN_CARD' } });
  });

  it('is stopped by its limit of requests per minute, whatever the numbers are', async () => {
    const own = await issueCard(server);
    const answers: Answer[] = [];
    for (let at = 0; at < 8; at++) {
      answers.push(await send(body(at % 2 === 0 ? own.cardNumber : luhnNumber('400000')), 'second-network'));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill(200), ...Array(3).fill(429)]);
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
    expect(await tokensOf(own.exid)).toHaveLength(3);
  });
});

describe('a repeat with other content', () => {
  it.each([
    ['another card', async () => ({ card: (await issueCard(server)).exid })],
    ['the same card by its number', async (number: string) => ({ card: number })],
    ['better scores', async () => ({ scores: { account: 5, device: 5 } })],
    ['another device', async () => ({ device: { id: 'OTHER' } })],
  ])('gets 409 and changes nothing: %s', async (_what, change) => {
    const own = await issueCard(server);
    const sent = body(own.exid, { scores: { account: 1 } });
    expect((await send(sent)).json).toMatchObject({ outcome: 'APPROVED_WITH_CODE' });
    const { status, json } = await send({ ...sent, ...(await change(own.cardNumber)) });
    expect([status, json.error_code]).toEqual([409, '108']);
    expect(await tokensOf(own.exid)).toHaveLength(1);
    expect(await decisionsOf(`&card=${own.exid}`)).toHaveLength(1);
  });

  it('does not find the request of another network with the same id', async () => {
    const own = await issueCard(server);
    const sent = body(own.exid);
    const [one, other] = [await send(sent), await send(sent, 'reading-network')];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.json.token_reference).not.toBe(one.json.token_reference);
  });
});

describe('the card of another bank', () => {
  it('is decided for its own bank only: no other caller reads, previews or lists it', async () => {
    const other = await issueCard(server, { as: 'other-bank' });
    const sent = body(other.cardNumber);
    expect((await send(sent)).json).toMatchObject({ outcome: 'APPROVED' });
    const own = await decisionsOf('');
    expect(own.map(({ provisioning_id: id }) => id)).not.toContain(sent.provisioning_id);
    const [decision] = (await decisionsOf(`&card=${other.exid}`, 'other-bank')) as unknown as { decision_id: string }[];
    const read = (as: string) =>
      server.request({ url: `/V2/tokens/provisioning/${decision!.decision_id}`, as }).then(({ status }) => status);
    expect([await read('other-bank'), await read('demo-bank'), await read('demo-network')]).toEqual([200, 404, 403]);
    const { provisioning_id: _, ...payload } = sent;
    const preview = await server.request({
      method: 'POST',
      url: '/V2/tokens/provisioning/preview',
      as: 'demo-bank',
      payload,
    });
    expect(preview.json).toMatchObject({ reason: 'UNKNOWN_CARD', card_identifier_id: null });
  });
});

describe('a flood for one card', () => {
  it('of 60 concurrent requests gets as many approvals as the card may have tokens, with one event each', async () => {
    const own = await issueCard(server);
    const sent = Array.from({ length: 60 }, (_, at) => body(at % 2 === 0 ? own.exid : own.cardNumber));
    const answers = await Promise.all(sent.map((one) => send(one)));
    const approved = answers.filter(({ json }) => json.outcome === 'APPROVED');
    expect(approved).toHaveLength(10);
    const tokens = (await tokensOf(own.exid)).map(({ token_reference: reference }) => reference);
    expect(tokens.sort()).toEqual(approved.map(({ json }) => json.token_reference).sort());
    for (const reference of tokens) {
      expect(await eventsIn(`token:${reference}`)).toEqual(['TC', 'token.provisioning.decided']);
    }
    expect(await eventsIn(`card:${own.exid}`)).toEqual(Array(50).fill('token.provisioning.decided'));
    expect(await decisionsOf(`&card=${own.exid}`)).toHaveLength(60);
  });

  it('of 60 declined requests creates no token and stops requests for the card for a day, but not for other cards', async () => {
    const own = await issueCard(server);
    const otherCard = await issueCard(server);
    await restrict(server, own, { restriction_type: 'ANY', isAllowed: false });
    await Promise.all(Array.from({ length: 60 }, () => send(body(own.exid))));
    const rules: Record<string, number> = {};
    for (const { rule } of await decisionsOf(`&card=${own.exid}`)) rules[rule] = (rules[rule] ?? 0) + 1;
    expect(rules).toEqual({ RESTRICTIONS: 60 });
    await restrict(server, own, { restriction_type: 'ANY', isAllowed: true });
    expect((await send(body(own.exid))).json).toMatchObject({ reason: 'TOO_MANY_ATTEMPTS' });
    expect((await send(body(otherCard.exid))).json).toMatchObject({ outcome: 'APPROVED' });
    expect(await tokensOf(own.exid)).toEqual([]);
  });
});
