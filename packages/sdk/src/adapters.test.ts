import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fastify } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { SAMPLE_PARTNER_ADVICE, SAMPLE_PARTNER_REQUEST } from '../../server/src/testing/decisions/partner-messages.ts';
import * as sdk from './index.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const NOTIFICATION = {
  id: '0190b5a4-3c1d-7e52-9a41-0f1e2d3c4b5a',
  type: 'TC',
  timestamp: '2026-11-20T08:00:00Z',
  details: {
    card: { clientId: '1000045' },
    token: { requestorId: '5011000001', requestorName: 'Phone Pay ليلى', deviceType: 'PHONE' },
  },
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function listening(server: Server): string {
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return listening(server);
}

async function send(url: string, { headers, body }: { headers: Record<string, string>; body: string | Uint8Array }) {
  const answer = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) });
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.json() };
}

/** The code examples of the README, unchanged and in their order. */
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/```js[^\n]*\n(.*?)```/gs)].map(([, code]) => code!);
const [NODE, EXPRESS, FASTIFY, ROTATION, EVENTS, PARTNER, TEST_MESSAGE, SIGNATURE] = examples as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** Returns the headers of a message with a current signature. */
function signedNow(id: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = sdk.signWebhook({ id, timestamp, body, keys: [SECRET] });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
}

type Modules = Record<string, object>;
type Run = (...variables: unknown[]) => Promise<Record<string, unknown>>;

/** Runs an example with the modules that it imports and the variables that it expects the reader to define. */
async function run(
  code: string,
  modules: Modules,
  variables: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const body = code
    .replace(/^import (\w+) from ('[^']+');$/gm, 'const { default: $1 } = modules[$2];')
    .replace(/^import (\{[^}]+\}) from ('[^']+');$/gm, 'const $1 = modules[$2];');
  expect(body).not.toMatch(/^import/m);
  const names = ['modules', ...Object.keys(variables)];
  const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => Run;
  const answers = 'return { received: typeof received === "undefined" ? undefined : received };';
  return await new AsyncFunction(...names, `${body}\n${answers}`)(modules, ...Object.values(variables));
}

/** Returns the variables that a receiver example expects, and a store that records the stored messages. */
function context(more: Record<string, unknown> = {}) {
  const stored: unknown[] = [];
  const printed: unknown[] = [];
  const print = (...values: unknown[]) => void printed.push(...values);
  const variables = {
    process: { env: { WEBHOOK_SECRET: SECRET, PORT: 0 } },
    console: { log: print, error: print },
    store: async (notification: unknown) => void stored.push(notification),
    ...more,
  };
  return { stored, printed, variables };
}

/** Starts an example for Node's http and returns its URL. */
async function startOnNode(code: string, variables: Record<string, unknown>): Promise<string> {
  const started: Server[] = [];
  const noting = (handler: RequestListener) => {
    const server = createServer(handler);
    started.push(server);
    return server;
  };
  await run(code, { 'node:http': { createServer: noting }, '@cardwright/sdk': sdk }, variables);
  await once(started[0]!, 'listening');
  return listening(started[0]!);
}

/** Functions that start a receiver example and return its URL. */
const STARTS: Record<string, (variables: Record<string, unknown>) => Promise<string>> = {
  "Node's http": (variables) => startOnNode(NODE, variables),
  Express: async (variables) => {
    const started: Server[] = [];
    await run(EXPRESS, { express: { default: expressLike(started) }, '@cardwright/sdk': sdk }, variables);
    await once(started[0]!, 'listening');
    return `${listening(started[0]!)}/notifications`;
  },
  Fastify: async (variables) => {
    const started: ReturnType<typeof fastify>[] = [];
    const noting = () => {
      started.push(fastify());
      return started[0]!;
    };
    await run(FASTIFY, { fastify: { fastify: noting }, '@cardwright/sdk': sdk }, variables);
    return `${listening(started[0]!.server)}/notifications`;
  },
};

type Request = IncomingMessage & { body?: unknown };
type Middleware = (request: Request, response: ServerResponse, next: (error?: unknown) => void) => unknown;

/** The part of Express that the example uses: routes, middleware in order, and the raw body. */
function expressLike(started: Server[]) {
  const raw =
    ({ type }: { type: string }): Middleware =>
    async (request, _response, next) => {
      // Express 4 sets an empty object for other content types.
      request.body = {};
      if (request.headers['content-type'] === type) request.body = Buffer.concat(await request.toArray());
      next();
    };
  const express = () => ({
    post: (path: string, ...chain: Middleware[]) => {
      const server = createServer((request, response) => {
        expect(request.url).toBe(path);
        const step = (at: number) => (error?: unknown) => {
          if (error !== undefined) response.writeHead(500).end('{}');
          else void chain[at]?.(request, response, step(at + 1));
        };
        step(0)();
      });
      started.push(server);
    },
    listen: (port: number) => started[0]!.listen(port, '127.0.0.1'),
  });
  return Object.assign(express, { raw });
}

describe.each(Object.entries(STARTS))('the example for %s, through a real socket', (_name, start) => {
  const message = () => sdk.signTestMessage({ secret: SECRET, notification: NOTIFICATION });

  it('accepts a signed message after storing it', async () => {
    const { stored, variables } = context();
    const answer = await send(await start(variables), message());
    expect(answer).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: {
        id: expect.stringMatching(/^[0-9A-Z]{12}$/),
        type: 'TC',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        response: { status: { code: '00', description: 'successful' } },
      },
    });
    expect(stored).toEqual([NOTIFICATION]);
  });

  it('stores nothing if a byte was changed, the secret is wrong, or the signature is missing', async () => {
    const { stored, variables } = context();
    const url = await start(variables);
    const { headers, body } = message();
    const other = sdk.signTestMessage({ secret: sdk.generateWebhookSecret(), notification: NOTIFICATION });
    const bad = [
      { headers, body: body.replace('1000045', '1000046') },
      other,
      { headers: { 'content-type': 'application/json' }, body },
    ];
    for (const one of bad) {
      const answer = await send(url, one);
      expect(answer).toMatchObject({ status: 401, body: { type: '', response: { status: { code: '63' } } } });
    }
    expect(stored).toEqual([]);
  });

  it('responds with 30 to a signed message that violates the table', async () => {
    const { stored, variables } = context();
    const broken = sdk.signTestMessage({ secret: SECRET, notification: { ...NOTIFICATION, timestamp: 'today' } });
    const answer = await send(await start(variables), broken);
    expect(answer).toMatchObject({ status: 400, body: { type: 'TC', response: { status: { code: '30' } } } });
    expect(stored).toEqual([]);
  });

  it('responds to another content type with 30 in the form of the interface', async () => {
    const { stored, variables } = context();
    const { headers, body } = message();
    const answer = await send(await start(variables), { headers: { ...headers, 'content-type': 'text/plain' }, body });
    expect(answer).toMatchObject({ status: 400, body: { type: '', response: { status: { code: '30' } } } });
    expect(stored).toEqual([]);
  });

  it('does not confirm a message that it cannot store, or cannot verify because it has no key', async () => {
    const failing = context({ store: () => Promise.reject(new Error('the disk is full')) });
    expect((await send(await start(failing.variables), message())).status).toBe(500);
    const unset = context({ process: { env: { PORT: 0 } } });
    expect((await send(await start(unset.variables), message())).status).toBe(500);
    expect(unset.stored).toEqual([]);
  });
});

describe('the other examples', () => {
  it('trust both keys during a rotation, and only the old key before it', async () => {
    const next = sdk.generateWebhookSecret();
    const { headers, body } = sdk.signTestMessage({ secret: next, notification: NOTIFICATION });
    const request = { headers, body: Buffer.from(body) };
    const env = { WEBHOOK_SECRET: SECRET };
    const modules = { '@cardwright/sdk': sdk };
    const both = await run(ROTATION, modules, { request, process: { env: { ...env, NEXT_WEBHOOK_SECRET: next } } });
    const old = await run(ROTATION, modules, { request, process: { env } });
    expect([both.received, old.received]).toMatchObject([{ ok: true }, { ok: false, code: '63' }]);
  });

  it('include a receiver that accepts a test message', async () => {
    const { stored, variables } = context();
    const RECEIVER_URL = await STARTS["Node's http"]!(variables);
    const tester = context({ process: { env: { WEBHOOK_SECRET: SECRET, RECEIVER_URL } }, fetch });
    await run(TEST_MESSAGE, { '@cardwright/sdk': sdk }, tester.variables);
    expect(tester.printed).toMatchObject([200, { type: 'TC', response: { status: { code: '00' } } }]);
    expect(stored).toHaveLength(1);
  });

  it('store a message to an acquirer only if it is signed', async () => {
    const { stored, variables } = context();
    const url = await startOnNode(SIGNATURE, variables);
    const body = JSON.stringify({ type: 'merchant.status', sequence: 1 });
    const post = async (headers: Record<string, string>, sent: string) =>
      (await fetch(url, { method: 'POST', headers, body: sent })).status;
    const headers = signedNow('f0a1', body);
    expect(await post(headers, body)).toBe(204);
    expect(await post(headers, body.replace('1', '2'))).toBe(401);
    expect(await post({}, body)).toBe(401);
    expect(stored).toEqual([{ type: 'merchant.status', sequence: 1 }]);
  });

  it('store each event once, whether a request contains one or several', async () => {
    const { stored, variables } = context();
    const url = await startOnNode(EVENTS, variables);
    const event = (id: string) => ({ id, type: 'authorization.approved', amount: '25.00' });
    const post = async (content: { id: string }) => {
      const body = JSON.stringify(content);
      return (await fetch(url, { method: 'POST', headers: signedNow(content.id, body), body })).status;
    };
    expect(await post(event('a'))).toBe(200);
    expect(await post({ id: 'batch', type: 'events', events: [event('a'), event('b'), event('c')] } as never)).toBe(
      200,
    );
    expect(stored).toMatchObject([event('a'), event('b'), event('c')].map(({ id, type }) => ({ id, type })));
    expect(stored).toHaveLength(3);
  });

  it('approve available amounts, decline others, and store advices, as a decision partner', async () => {
    const stored: unknown[] = [];
    const { variables } = context({
      process: { env: { PARTNER_SECRET: SECRET, PORT: 0 } },
      hold: async (_id: string, account: string, amount: string) => account === '042000000001' && amount === '25.00',
      store: async (advice: unknown) => void stored.push(advice),
    });
    const url = await startOnNode(PARTNER, variables);
    const request = async (content: typeof SAMPLE_PARTNER_REQUEST | typeof SAMPLE_PARTNER_ADVICE) => {
      const body = JSON.stringify(content);
      return (await send(url, { headers: signedNow(content.id, body), body })).body;
    };
    expect(await request(SAMPLE_PARTNER_REQUEST)).toEqual({ decision: 'approve' });
    expect(await request({ ...SAMPLE_PARTNER_REQUEST, amount: '25.01' })).toEqual({
      decision: 'decline',
      actionCode: '51',
      reason: 'Balance',
    });
    await request(SAMPLE_PARTNER_ADVICE);
    expect(stored).toEqual([SAMPLE_PARTNER_ADVICE]);
  });

  it('are all covered by these tests', () => {
    expect(examples).toHaveLength(8);
  });
});

describe('reading the body from Node', () => {
  const receiver = (limits: sdk.BodyLimits, notifications: sdk.ReceivedTokenNotification[] = []) =>
    serve(async (request, response) => {
      const received = await sdk.receiveFromNode(request, { secret: SECRET, ...limits });
      notifications.push(received);
      sdk.sendAnswer(response, received.answer);
    });
  const padded = (length: number) => {
    const empty = JSON.stringify({ ...NOTIFICATION, filler: '' });
    const filler = 'x'.repeat(length - Buffer.byteLength(empty));
    return sdk.signTestMessage({ secret: SECRET, notification: JSON.stringify({ ...NOTIFICATION, filler }) });
  };

  it('accepts up to 1 MiB, with or without a Content-Length', async () => {
    const url = await receiver({});
    expect((await send(url, padded(1_048_576))).status).toBe(200);
    expect(await send(url, padded(1_048_577))).toMatchObject({
      status: 400,
      body: { response: { status: { code: '30' } } },
    });
    const { headers, body } = padded(1_048_577);
    const chunked = await fetch(url, { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' });
    expect([chunked.status, chunked.headers.get('connection')]).toEqual([400, 'close']);
  });

  it('refuses a longer Content-Length without waiting for the body', async () => {
    const notifications: sdk.ReceivedTokenNotification[] = [];
    const { port } = new URL(await receiver({}, notifications));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: r\r\nContent-Length: 1048577\r\n\r\n');
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1\.1 400 /);
    expect(notifications).toMatchObject([{ ok: false, reason: 'the body is longer than 1048576 bytes' }]);
  });

  it('stops waiting for a slow sender, responds, and closes the connection', async () => {
    const notifications: sdk.ReceivedTokenNotification[] = [];
    const { port } = new URL(await receiver({ timeoutMs: 50 }, notifications));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: r\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"id"');
    const answer = Buffer.concat(await socket.toArray()).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"30"');
    expect(notifications).toMatchObject([{ ok: false, reason: 'the body took longer than 50 ms' }]);
  });

  it('ends when the sender disconnects midway', async () => {
    const ended = new Promise<sdk.ReceivedTokenNotification>((resolve) => {
      void serve(async (request) => resolve(await sdk.receiveFromNode(request, { secret: SECRET }))).then((url) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        socket.write('POST / HTTP/1.1\r\nHost: r\r\nContent-Length: 100\r\n\r\n{"id"', () => socket.destroy());
      });
    });
    expect(await ended).toMatchObject({ ok: false, code: '30', reason: 'the body was cut off' });
  });

  it('ignores a duplicate header', async () => {
    const { port } = new URL(await receiver({}));
    const { headers, body } = sdk.signTestMessage({ secret: SECRET, notification: NOTIFICATION });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const socket = connect(Number(port), '127.0.0.1');
    const twice = [...lines, `webhook-id: ${headers['webhook-id']}`, `content-length: ${Buffer.byteLength(body)}`];
    socket.write(`POST / HTTP/1.1\r\nHost: r\r\nConnection: close\r\n${twice.join('\r\n')}\r\n\r\n${body}`);
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('throws for mistakes of the receiver: a body that was already read, or a missing key', async () => {
    const errors: unknown[] = [];
    const url = await serve(async (request, response) => {
      await sdk.receiveFromNode(request, {}).catch((error) => errors.push(error.message));
      await request.toArray();
      await sdk.receiveFromNode(request, { secret: SECRET }).catch((error) => errors.push(error.message));
      response.end('{}');
    });
    await send(url, sdk.signTestMessage({ secret: SECRET }));
    expect(errors).toEqual([
      'receiving notifications needs the key of their sender, as secret or keys (is an environment variable not set?)',
      'the body was already read, perhaps by a body parser: the signature needs the raw bytes',
    ]);
  });
});
