import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextOf, openTestStream, type StreamedEvents } from '../../testing/event-stream-client.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';

let server: TestServer;
let url: string;
let isClosed: boolean;
const stops: AbortController[] = [];
beforeEach(async () => {
  isClosed = false;
  server = await testServer();
  url = await server.server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop.abort();
  if (!isClosed) await server.close();
});

async function open(path: string, clientId: string): Promise<StreamedEvents> {
  const stop = new AbortController();
  stops.push(stop);
  return openTestStream(`${url}${path}`, await server.token(clientId), stop.signal);
}

async function answerAs(clientId: string, listenerId: string, deliveryId: string, body: object) {
  const headers = { authorization: `Bearer ${await server.token(clientId)}`, 'content-type': 'application/json' };
  const path = `/sandbox/notifications/${listenerId}/answers/${deliveryId}`;
  return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

describe('a stream of notifications', () => {
  it('gets deliveries with their signature and no other headers, and its answers reach the sender', async () => {
    const events = await open('/sandbox/notifications', 'demo-bank');
    const { event, data } = await nextOf(events);
    expect([event, data.url]).toEqual(['open', `http://cardwright.test/sandbox/notifications/${data.listener_id}`]);
    const delivered = fetch(`${url}/sandbox/notifications/${data.listener_id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'N1',
        'webhook-timestamp': '1',
        'webhook-signature': 'v1,abc',
        authorization: 'Bearer secret',
        cookie: 'secret',
      },
      body: '{"type": "TC" }',
    });
    const delivery = await nextOf(events);
    expect(delivery).toMatchObject({
      event: 'delivery',
      data: {
        body: '{"type": "TC" }',
        headers: { 'webhook-id': 'N1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,abc' },
      },
    });
    expect(JSON.stringify(delivery)).not.toContain('secret');
    const answer = { status: 409, body: '{"code":"94"}' };
    // another bank receives no event and cannot answer
    expect(await answerAs('other-bank', data.listener_id, delivery.data.delivery_id, answer)).toBe(404);
    expect(await answerAs('demo-bank', data.listener_id, delivery.data.delivery_id, { status: '409' })).toBe(400);
    expect(await answerAs('demo-bank', data.listener_id, delivery.data.delivery_id, answer)).toBe(200);
    const back = await delivered;
    expect([back.status, (await back.text()).trim()]).toEqual([409, '{"code":"94"}']);
  });

  it('answers 503 to the sender if no one listens any more, so that the sender tries again', async () => {
    const send = (id: string) => fetch(`${url}/sandbox/notifications/${id}`, { method: 'POST', body: '{}' });
    expect((await send('5f1b2a9c-0000-4000-8000-000000000000')).status).toBe(503);
    const events = await open('/sandbox/notifications', 'demo-bank');
    const { data } = await nextOf(events);
    const waiting = send(data.listener_id);
    await nextOf(events);
    stops[0]?.abort();
    expect((await waiting).status).toBe(503);
    expect((await send(data.listener_id)).status).toBe(503);
  });

  it('requires a token with the scope of webhooks', async () => {
    expect((await server.request({ url: '/sandbox/notifications' })).status).toBe(401);
    expect((await server.request({ url: '/sandbox/notifications', as: 'demo-network' })).status).toBe(403);
  });
});

describe('a stream of requests', () => {
  it('reports findings and warnings of the caller’s own bank only, without values', async () => {
    const events = await open('/sandbox/requests', 'demo-bank');
    expect(await nextOf(events)).toEqual({ event: 'open', data: {} });
    await server.envelope('accounts.enquire-balance', {}, { as: 'other-bank' });
    await server.envelope('accounts.enquire-balance', { account_identifier_id: '1' });
    expect((await nextOf(events)).data).toMatchObject({
      client_id: 'demo-bank',
      operation: 'accounts.enquire-balance',
      status: 400,
      error: { code: '103', name: 'field_missing' },
      findings: [{ path: 'body.account_identifier_type', code: '103', message: 'is mandatory' }],
      warnings: [],
      dropped: 0,
    });
    const body = { card_identifier_id: '4000001000000018', card_identifier_type: 'CONTRACT_NUMBER / EXID' };
    await server.envelope('cards.enquire-card', body);
    expect((await nextOf(events)).data).toMatchObject({
      operation: 'cards.enquire-card',
      status: 200,
      findings: [],
      warnings: [{ path: 'body.card_identifier_type', rule: 'either-identifier' }],
    });
    await server.request({ url: '/V2/tokens?limit=x', as: 'demo-bank' });
    expect((await nextOf(events)).data).toMatchObject({
      operation: 'tokens.list-tokens',
      findings: [{ path: 'limit' }],
    });
  });

  it('requires a token with the scope of contract warnings', async () => {
    expect((await server.request({ url: '/sandbox/requests' })).status).toBe(401);
    expect((await server.request({ url: '/sandbox/requests', as: 'demo-network' })).status).toBe(403);
  });

  it('ends when the server stops, and does not delay the stop', async () => {
    const events = await open('/sandbox/requests', 'demo-bank');
    await nextOf(events);
    const closing = server.close();
    expect((await events.next()).done).toBe(true);
    await closing;
    isClosed = true;
  });

  it('is not opened any more while the server stops, because it would delay the stop', async () => {
    const events = await open('/sandbox/requests', 'demo-bank');
    await nextOf(events);
    const caller = connect(Number(new URL(url).port), '127.0.0.1');
    let answers = '';
    caller.on('data', (part) => {
      answers += part;
    });
    const ended = once(caller, 'close');
    const head = `host: cardwright.test\r\nauthorization: Bearer ${await server.token('demo-bank')}\r\n`;
    // after the answer to the first request, the server has begun to read the second one
    caller.write(`GET /healthz HTTP/1.1\r\n${head}\r\nGET /sandbox/requests HTTP/1.1\r\n${head}`);
    await once(caller, 'data');
    const closing = server.close();
    expect((await events.next()).done).toBe(true);
    caller.write('\r\n');
    await closing;
    isClosed = true;
    await ended;
    expect(answers).toMatch(/\}\n?HTTP\/1\.1 503 /);
  });
});
