import { ChangeEvent, compile, type JsonObject } from '@cardwright/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cardBody, clientBody, issueAccount, issueCard } from '../../../testing/cards/issued-cards.ts';
import { newToken } from '../../../testing/cards/tokens.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { newId } from '../../../testing/merchants/merchants.ts';
import { fileServer, nextMsgId } from '../../../testing/test-server.ts';
import type { WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { freshReceiver, registerWebhook, webhooks } from '../../../testing/webhooks.ts';
import { WITHIN } from '../../../testing/within.ts';

const server = fileServer();
let receiver: WebhookReceiver;
const card = fileResource(() => issueCard(server));
beforeEach(async () => {
  receiver = await freshReceiver(server);
  return () => receiver.close();
});

const check = compile(ChangeEvent);
type Event = ChangeEvent & { after: JsonObject; before: JsonObject };

const subscribe = async (...events: string[]) => {
  const { secret } = await registerWebhook(server, { url: receiver.url, events });
  receiver.trust(secret);
};
/** Waits for `count` events, and returns them. */
async function received(count: number): Promise<Event[]> {
  await vi.waitFor(() => expect(receiver.received).toHaveLength(count), WITHIN);
  const events = receiver.received.map(({ body }) => JSON.parse(body) as Event);
  for (const event of events) expect(check(event as unknown as JsonObject, '').findings).toEqual([]);
  return events;
}
const setStatus = (value: string, more: object = {}, exid = card.exid) =>
  server.envelope(
    'cards.change-status',
    { card_identifier_id: exid, card_identifier_type: 'EXID', status: { type: 'card_status', value } },
    more,
  );
const setLimit = (cardSettings: object) =>
  server.envelope('card-settings.update-settings', { accountNumber: card.cardNumber, cardSettings });
const countEvents = async () => {
  const [row] = await server.db.sql<{ events: number; messages: number }>(
    `select (select count(*)::int from outbox_events where stream like 'update:%') as events,
            (select count(*)::int from outbox_messages) as messages`,
  );
  return row;
};

describe('a change', () => {
  it('is one event with actor, object, the changed members and the audit row', async () => {
    await subscribe('card.status_changed');
    await setStatus('BLOCKED');
    await setStatus('ACTIVE');
    const [first, second] = await received(2);
    const rows = await server.db.sql<{ id: string; operation: string }>(
      `select audit_id::text as id, operation from audit_log
        where subject = $1 and outcome = 'status changed' order by audit_id desc limit 2`,
      [`card:${card.exid}`],
    );
    expect(first).toEqual({
      id: receiver.received[0]!.headers['webhook-id'],
      type: 'card.status_changed',
      occurred_at: expect.stringMatching(/^2026-11-20T/),
      bank: 'DEMO',
      object: { kind: 'card', id: card.exid, version: null },
      actor: { kind: 'client', id: 'demo-bank' },
      before: { card_status: 'ACTIVE' },
      after: { card_status: 'BLOCKED' },
      audit_id: rows[1]?.id,
    });
    expect(second).toMatchObject({ after: { card_status: 'ACTIVE' }, audit_id: rows[0]?.id });
    expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true);
  });

  it('contains the object in the form of its read operation: personal data and the card number are masked', async () => {
    await subscribe('client.*', 'account.*', 'card.*');
    const customer = newId('C');
    await server.envelope('clients.create-client', clientBody(customer));
    const { accountNumber, customerId } = await issueAccount(server);
    const { body } = await server.envelope('cards.create-card', cardBody({ accountNumber, customerId }));
    const events = await received(4);
    const [client] = events.filter(({ object }) => object.id === customer);
    expect(client).toMatchObject({ type: 'client.created', before: null, after: { personal_data: 'MASKED' } });
    const { mobile_phone: phone } = clientBody(customer).contact_details as Record<string, unknown>;
    expect(JSON.stringify(client)).not.toContain(String(phone));
    const account = await server.request({ method: 'GET', url: `/V2/accounts/${accountNumber}`, as: 'demo-bank' });
    expect(events.find(({ type }) => type === 'account.created')?.after).toEqual(account.json);
    const cards = await server.request({
      method: 'GET',
      url: `/V2/cards?account_number=${accountNumber}`,
      as: 'demo-bank',
    });
    const created = events.find(({ type }) => type === 'card.created');
    expect([created?.after]).toEqual(cards.json.cards ?? cards.json.items);
    expect(created?.after.card_number).toBe(body.card_number);
    expect(String(body.card_number)).toMatch(/^\d{6}X+\d{4}$/);
  });

  it('of settings, a restriction and a limit names the changed members, and the object that it belongs to', async () => {
    await subscribe('settings.updated', 'restriction.*', 'limit.*');
    await setLimit({ dailyLimit: '100.00' });
    await setLimit({ dailyLimit: '200.00' });
    const restrict = (isAllowed: boolean) =>
      server.envelope('restrictions.set-restriction', {
        card_identifier_id: card.exid,
        card_identifier_type: 'EXID',
        restriction: { restriction_type: 'ATM', isAllowed },
      });
    await restrict(false);
    await restrict(true);
    const terms = { id: 'WEEK', level: 'account', measure: 'count', window: { calendar: 'week' } };
    for (const max of ['5', '7']) {
      const payload = { account_number: card.accountNumber, ...terms, max };
      await server.request({ method: 'POST', url: '/V2/limits', as: 'demo-bank', payload });
    }
    const limitUrl = `/V2/limits/WEEK?account_number=${card.accountNumber}`;
    await server.request({ method: 'DELETE', url: limitUrl, as: 'demo-bank' });
    const events = await received(7);
    const ofType = (kind: string) => events.filter(({ object }) => object.kind === kind);
    expect(ofType('settings').at(-1)).toMatchObject({
      object: { kind: 'settings', id: card.accountNumber },
      before: { dailyLimit: '100.00' },
      after: { dailyLimit: '200.00' },
    });
    const parent = { kind: 'card', id: card.exid };
    const atm = { restriction_type: 'ATM', isAllowed: false };
    expect(ofType('restriction')).toMatchObject([
      { type: 'restriction.set', object: { id: 'ATM', parent }, before: null, after: atm },
      {
        type: 'restriction.removed',
        object: { id: 'ATM', parent },
        before: { isAllowed: false },
        after: { isAllowed: true },
      },
    ]);
    expect(ofType('limit').map(({ type, before, after }) => [type, before?.max, after?.max])).toEqual([
      ['limit.set', undefined, '5'],
      ['limit.set', '5', '7'],
      ['limit.deleted', '7', undefined],
    ]);
    expect(ofType('limit')[1]).toMatchObject({
      object: { id: 'WEEK', parent: { kind: 'account', id: card.accountNumber } },
    });
  });

  it('masks a card number in a text that a caller sent', async () => {
    await subscribe('settings.*');
    await setLimit({ merchantGroupProfileName: `ours ${card.cardNumber}` });
    const [event] = await received(1);
    expect(JSON.stringify(event)).not.toContain(card.cardNumber);
  });

  it('that is refused is no event, and neither is a repeat of the request', async () => {
    await subscribe('card.*');
    const other = await issueCard(server);
    await received(1);
    const header = { msg_id: nextMsgId() };
    await setStatus('CLOSED', { header }, other.exid);
    expect((await setStatus('CLOSED', { header }, other.exid)).exception.status).toBe('S');
    expect((await setStatus('ACTIVE', {}, other.exid)).exception.status).not.toBe('S');
    expect((await received(2)).map(({ type }) => type)).toEqual(['card.created', 'card.status_changed']);
    expect(await countEvents()).toMatchObject({ events: 2 });
  });

  it('is not written while no endpoint subscribes to it, nor for the endpoint of another bank', async () => {
    await setStatus('BLOCKED');
    await registerWebhook(server, { events: ['authorization.*', 'card.created'] });
    await registerWebhook(server, { url: receiver.url, events: ['card.*'] }, 'other-bank');
    await setStatus('ACTIVE');
    expect(await countEvents()).toEqual({ events: 0, messages: 0 });
    expect(receiver.received).toEqual([]);
  });

  it('of one object waits for the earlier one, and a change of another object does not', async () => {
    const other = await issueCard(server);
    receiver.behave(
      (_request, response) => response.writeHead(500).end(),
      (_request, response) => response.end('{}'),
    );
    await subscribe('card.status_changed');
    await setStatus('BLOCKED');
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WITHIN);
    await setStatus('ACTIVE');
    await setStatus('BLOCKED', {}, other.exid);
    const firstTry = await received(2);
    expect(firstTry[1]?.object.id).toBe(other.exid);
    server.clock.advance(60_000);
    const order = (await received(4)).filter(({ object }) => object.id === card.exid);
    expect(order.map(({ after }) => after.card_status)).toEqual(['BLOCKED', 'BLOCKED', 'ACTIVE']);
  });

  it('of a token is sent in addition to its notification, which does not change', async () => {
    await subscribe('TC', 'token.*');
    await newToken(server, card.exid);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(3), WITHIN);
    const types = receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types.sort()).toEqual(['TC', 'token.activated', 'token.provisioned']);
  });
});

describe('a subscription by prefix', () => {
  it('needs the scope of its noun, and covers types that exist already', async () => {
    await subscribe('rule.*', 'authorization.*');
    const { json } = await webhooks(server, '');
    expect((json.endpoints as { events: string[] }[])[0]?.events).toEqual(['rule.*', 'authorization.*']);
    const refused = await webhooks(server, '', {
      body: { url: 'http://127.0.0.1:9/merchants', events: ['merchant.*'] },
    });
    expect([refused.status, refused.json.error_code]).toEqual([400, '106']);
  });

  it('is backfilled, listed and replayed like a type', async () => {
    await registerWebhook(server, { events: ['card.*'] });
    await setStatus('BLOCKED');
    await setStatus('ACTIVE');
    const { json } = await webhooks(server, '', {
      body: { url: receiver.url, events: ['card.*'], backfill: { since: '2020-01-01T00:00:00Z' } },
    });
    expect(json.backfilled).toBe(2);
    await received(2);
    const id = (json.endpoint as { endpoint_id: string }).endpoint_id;
    // a replay leaves out messages whose response the server has not stored yet
    await vi.waitFor(async () => {
      const rows = await server.db.sql('select state from outbox_messages where endpoint_id = $1', [id]);
      expect(rows).toEqual([{ state: 'DELIVERED' }, { state: 'DELIVERED' }]);
    }, WITHIN);
    const replay = await webhooks(server, `/${id}/replay`, { body: { since: '2020-01-01T00:00:00Z' } });
    expect(replay.json.replayed).toBe(2);
    await received(4);
    const list = await server.request({ method: 'GET', url: '/V2/events?type=card.status_changed', as: 'demo-bank' });
    expect(list.json.items).toMatchObject([{ stream: `update:card:${card.exid}` }, { type: 'card.status_changed' }]);
  });
});
