import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/test-server.ts';
import { lookAt } from '../testing/used-card-numbers.ts';

interface Streamed {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own shape
  readonly data: any;
}

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

/** The events of a stream, one at a time. */
async function open(path: string, clientId: string): Promise<AsyncGenerator<Streamed, undefined>> {
  const stop = new AbortController();
  stops.push(stop);
  const headers = { authorization: `Bearer ${await server.token(clientId)}` };
  const answer = await fetch(`${url}${path}`, { headers, signal: stop.signal });
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  return eventsOf(answer);
}

async function* eventsOf({ body }: Response): AsyncGenerator<Streamed, undefined> {
  let text = '';
  for await (const part of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += part;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      lookAt('a stream of the sandbox', block);
      const [, event = '', data = '{}'] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      yield { event, data: JSON.parse(data) };
    }
  }
  return undefined;
}

async function next(events: AsyncGenerator<Streamed, undefined>): Promise<Streamed> {
  const { value } = await events.next();
  if (value === undefined) throw new Error('the stream has ended');
  return value;
}

async function answerAs(clientId: string, listenerId: string, deliveryId: string, body: object) {
  const headers = { authorization: `Bearer ${await server.token(clientId)}`, 'content-type': 'application/json' };
  const path = `/sandbox/notifications/${listenerId}/answers/${deliveryId}`;
  return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

describe('a stream of notifications', () => {
  it('gets what is delivered, signed as it was and without other headers, and its answer goes back', async () => {
    const events = await open('/sandbox/notifications', 'demo-bank');
    const { event, data } = await next(events);
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
    const delivery = await next(events);
    expect(delivery).toMatchObject({
      event: 'delivery',
      data: {
        body: '{"type": "TC" }',
        headers: { 'webhook-id': 'N1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,abc' },
      },
    });
    expect(JSON.stringify(delivery)).not.toContain('secret');
    const answer = { status: 409, body: '{"code":"94"}' };
    // another bank is told nothing of it, and answers nothing
    expect(await answerAs('other-bank', data.listener_id, delivery.data.delivery_id, answer)).toBe(404);
    expect(await answerAs('demo-bank', data.listener_id, delivery.data.delivery_id, { status: '409' })).toBe(400);
    expect(await answerAs('demo-bank', data.listener_id, delivery.data.delivery_id, answer)).toBe(200);
    const back = await delivered;
    expect([back.status, (await back.text()).trim()]).toEqual([409, '{"code":"94"}']);
  });

  it('is 503 to the sender where nobody listens, or nobody listens any more, so that it is sent again', async () => {
    const send = (id: string) => fetch(`${url}/sandbox/notifications/${id}`, { method: 'POST', body: '{}' });
    expect((await send('5f1b2a9c-0000-4000-8000-000000000000')).status).toBe(503);
    const events = await open('/sandbox/notifications', 'demo-bank');
    const { data } = await next(events);
    const waiting = send(data.listener_id);
    await next(events);
    stops[0]?.abort();
    expect((await waiting).status).toBe(503);
    expect((await send(data.listener_id)).status).toBe(503);
  });

  it('takes a token with the scope of webhooks', async () => {
    expect((await server.request({ url: '/sandbox/notifications' })).status).toBe(401);
    expect((await server.request({ url: '/sandbox/notifications', as: 'demo-network' })).status).toBe(403);
  });
});

describe('a stream of requests', () => {
  it('shows what was wrong and what was accepted, of the own bank alone, and no value', async () => {
    const events = await open('/sandbox/requests', 'demo-bank');
    expect(await next(events)).toEqual({ event: 'open', data: {} });
    await server.envelope('accounts.enquire-balance', {}, { as: 'other-bank' });
    await server.envelope('accounts.enquire-balance', { account_identifier_id: '1' });
    expect((await next(events)).data).toMatchObject({
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
    expect((await next(events)).data).toMatchObject({
      operation: 'cards.enquire-card',
      status: 200,
      findings: [],
      warnings: [{ path: 'body.card_identifier_type', rule: 'either-identifier' }],
    });
    await server.request({ url: '/V2/tokens?limit=x', as: 'demo-bank' });
    expect((await next(events)).data).toMatchObject({ operation: 'tokens.list-tokens', findings: [{ path: 'limit' }] });
  });

  it('takes a token with the scope of contract warnings', async () => {
    expect((await server.request({ url: '/sandbox/requests' })).status).toBe(401);
    expect((await server.request({ url: '/sandbox/requests', as: 'demo-network' })).status).toBe(403);
  });

  it('ends when the server stops, which does not wait for it', async () => {
    const events = await open('/sandbox/requests', 'demo-bank');
    await next(events);
    const closing = server.close();
    expect((await events.next()).done).toBe(true);
    await closing;
    isClosed = true;
  });

  it('is not opened any more while the server stops, which would wait for it', async () => {
    const events = await open('/sandbox/requests', 'demo-bank');
    await next(events);
    const caller = connect(Number(new URL(url).port), '127.0.0.1');
    let answers = '';
    caller.on('data', (part) => {
      answers += part;
    });
    const ended = once(caller, 'close');
    const head = `host: cardwright.test\r\nauthorization: Bearer ${await server.token('demo-bank')}\r\n`;
    // once the first is answered, the server has begun to read the second
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
