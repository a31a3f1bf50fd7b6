import { verify } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { generateWebhookKeyPair } from '@cardwright/sdk';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  answers,
  answersCode,
  answersOk,
  answersStatus,
  answerTo,
  type Behaviour,
  closeConnection,
  closeInBody,
  endlessBody,
  hangBeforeHeaders,
  hangInBody,
  heldAnswer,
  ofBytes,
  type ReceiverOptions,
  startReceiver,
  trickle,
  type WebhookReceiver,
} from '../../testing/webhook-receiver.ts';
import { createDeliver, type Deliverer, type DeliverOptions } from './deliver.ts';
import type { Delivery, EndpointSigningKey } from './delivery.ts';
import { createHostResolver, NameNotResolved } from './host-resolver.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const KEY: EndpointSigningKey = { keyId: 'first', kind: 'hmac', secret: Buffer.from(SECRET.slice(6), 'base64') };
const PAYLOAD =
  '{"id":"5e8f4f0e-6c0b-4b57-9b0c-0f3f0c1d2e3f","type":"TD","timestamp":"2026-11-20T08:00:00.000Z","details":{}}';

/** Long enough for a busy machine to answer, short enough for a test to wait for. */
const SHORT = { connectMs: 2_000, headersMs: 300, bodyMs: 600 };
/** Never reached: for tests that are not about time limits. */
const LONG = { connectMs: 20_000, headersMs: 20_000, bodyMs: 20_000, totalMs: 25_000 };

const hosts = createHostResolver();

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

async function receiver(options: ReceiverOptions = {}): Promise<WebhookReceiver> {
  const started = await startReceiver({ secret: SECRET, ...options });
  closing.push(started.close);
  return started;
}

function deliverer(options: Partial<DeliverOptions> = {}): Deliverer {
  const made = createDeliver({
    allowPrivateAddresses: true,
    allowHttp: true,
    hosts,
    extraCa: ca,
    limits: LONG,
    ...options,
  });
  closing.push(made.close);
  return made;
}

function delivery(url: string, more: Partial<Delivery> = {}): Delivery {
  return {
    endpointId: 'endpoint-1',
    bankId: 'DEMO',
    url,
    notificationId: '5e8f4f0e-6c0b-4b57-9b0c-0f3f0c1d2e3f',
    type: 'TD',
    payload: PAYLOAD,
    keys: [KEY],
    oauth: undefined,
    maxInFlight: 4,
    ...more,
  };
}

let ca: string;
beforeAll(async () => {
  const started = await startReceiver();
  ca = started.ca;
  await started.close();
});

/** A TCP server that runs `onConnection` for each connection. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('a notification', () => {
  it('arrives as it was written, signed, and with the headers of Standard Webhooks', async () => {
    const bank = await receiver();
    const { deliver } = deliverer({ clock: { now: () => new Date('2026-11-20T08:00:00.999Z') } });
    const result = await deliver(delivery(`${bank.url}/hooks/tokens?bank=1`));
    expect(result).toMatchObject({ outcome: 'DELIVERED', reason: 'delivered', httpStatus: 200 });
    expect(bank.received).toHaveLength(1);
    const [{ method, path, headers, body }] = bank.received as [WebhookReceiver['received'][number]];
    expect([method, path, body]).toEqual(['POST', '/hooks/tokens?bank=1', PAYLOAD]);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'cardwright/0.1.0',
      'webhook-id': '5e8f4f0e-6c0b-4b57-9b0c-0f3f0c1d2e3f',
      'webhook-timestamp': '1795161600',
      // computed with openssl dgst -sha256 -mac HMAC
      'webhook-signature': 'v1,wBiJfYNAq4rUwd6nITe5s0SWjfOE5gvCCe1Ue8xXjzE=',
    });
    expect(headers).not.toHaveProperty('authorization');
  });

  it('is verified by the standardwebhooks package, at the time at which it is sent', async () => {
    const bank = await receiver();
    expect((await deliverer().deliver(delivery(bank.url))).outcome).toBe('DELIVERED');
    expect(bank.received[0]!.isSigned).toBe(true);
  });

  it('is signed by both keys of a rotation, so that either secret verifies it', async () => {
    const oldSecret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
    const older: EndpointSigningKey = { keyId: 'older', kind: 'hmac', secret: Buffer.alloc(32) };
    for (const secret of [SECRET, oldSecret]) {
      const bank = await receiver({ secret });
      await deliverer().deliver(delivery(bank.url, { keys: [KEY, older] }));
      expect(bank.received[0]!.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
      expect(bank.received[0]!.isSigned).toBe(true);
    }
  });

  it('is signed by an ed25519 key beside them', async () => {
    const { privateKey, publicKey } = generateWebhookKeyPair();
    const seed = Buffer.from(privateKey.slice('whsk_'.length), 'base64');
    const bank = await receiver();
    const keys: EndpointSigningKey[] = [KEY, { keyId: 'second', kind: 'ed25519', secret: seed }];
    await deliverer().deliver(delivery(bank.url, { keys }));
    const { headers, body, isSigned } = bank.received[0]!;
    expect(isSigned).toBe(true);
    const signature = /^v1,\S{44} v1a,(\S{88})$/.exec(headers['webhook-signature']!)![1]!;
    const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
    const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
    const key = { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' } as const;
    expect(verify(null, content, key, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('reuses an open connection', async () => {
    const bank = await receiver();
    const { deliver } = deliverer();
    for (let sent = 0; sent < 3; sent++) {
      expect((await deliver(delivery(bank.url))).outcome).toBe('DELIVERED');
      // a connection can be reused one event loop turn after its answer has ended
      await setImmediate();
    }
    expect([bank.received.length, bank.connections()]).toEqual([3, 1]);
  });

  it('does not wait for another one that its receiver answers slowly', async () => {
    const bank = await receiver();
    const slow = heldAnswer(answersOk);
    bank.behave(slow.behaviour, answersOk);
    const { deliver } = deliverer();
    const first = deliver(delivery(bank.url));
    await bank.arrived(1);
    expect((await deliver(delivery(bank.url))).outcome).toBe('DELIVERED');
    slow.release();
    expect((await first).outcome).toBe('DELIVERED');
  });

  it('is sent by http too, where that is allowed', async () => {
    const bank = await receiver({ tls: 'none' });
    expect((await deliverer().deliver(delivery(bank.url))).outcome).toBe('DELIVERED');
  });
});

describe('an answer', () => {
  const withId = (id: string) => answers((request) => answerTo(request, { id }));
  const moved = answersStatus(302, { location: 'https://elsewhere.example/' }, 'moved');
  const wrongType = answers((request) => answerTo(request, { type: 'TE' }));

  it.each<[string, Behaviour, string, number, string]>([
    ['204 without a body', answersStatus(204), 'BAD_ANSWER', 204, 'the answer is not JSON'],
    ['200 with HTML', answersStatus(200, {}, '<html>'), 'BAD_ANSWER', 200, 'the answer is not JSON'],
    ['201 and all right', answers(answerTo, 201), 'DELIVERED', 201, 'delivered'],
    ['an id of 13 characters', withId('1234567890123'), 'BAD_ANSWER', 200, "the answer's id has 13 characters"],
    ['an empty id', withId(''), 'BAD_ANSWER', 200, "the answer's id is empty"],
    ['another type', wrongType, 'BAD_ANSWER', 200, 'the answer\'s type is "TE", not "TD"'],
    ['code 05', answersCode('05'), 'REJECTED', 200, 'the answer\'s code is "05"'],
    ['400', answersStatus(400), 'REJECTED', 400, 'HTTP 400'],
    ['401 without OAuth', answersStatus(401), 'REJECTED', 401, 'HTTP 401'],
    ['404 that says 00', answers(answerTo, 404), 'REJECTED', 404, 'HTTP 404'],
    ['500', answersStatus(500, {}, 'oops'), 'REJECTED', 500, 'HTTP 500'],
    ['503', answersStatus(503, { 'retry-after': '1' }), 'REJECTED', 503, 'HTTP 503'],
    ['410', answersStatus(410), 'GONE', 410, 'HTTP 410: the endpoint is gone'],
    ['302', moved, 'REDIRECTED', 302, 'HTTP 302: redirects are not followed'],
    ['308', answersStatus(308, { location: '/' }), 'REDIRECTED', 308, 'HTTP 308: redirects are not followed'],
    ['exactly 64 KiB', ofBytes(65_536), 'DELIVERED', 200, 'delivered'],
    ['64 KiB and one byte', ofBytes(65_537), 'BAD_ANSWER', 200, 'the answer is longer than 65536 bytes'],
  ])('of %s', async (_what, behaviour, outcome, httpStatus, reason) => {
    const bank = await receiver();
    bank.behave(behaviour);
    expect(await deliverer().deliver(delivery(bank.url))).toMatchObject({ outcome, httpStatus, reason });
    // none of them is retried here, and no redirect is followed
    expect(bank.received).toHaveLength(1);
  });

  it('is stored for the endpoint’s owner, up to a thousand characters', async () => {
    const bank = await receiver();
    bank.behave(answersStatus(500, {}, `oops\0${'x'.repeat(2_000)}`));
    const { answer } = await deliverer().deliver(delivery(bank.url));
    expect(answer).toBe(`oops\ufffd${'x'.repeat(995)}`);
  });

  it('is stored with card numbers masked and the echoed request removed', async () => {
    const bank = await receiver();
    bank.behave(answers(({ body }) => `no card 4000001234567899 for ${body}`, 400));
    const { answer } = await deliverer().deliver(delivery(bank.url));
    expect(answer).toBe('no card 400000XXXXXX7899 for [redacted]');
  });

  it('that never ends is cut off, and its connection closed', async () => {
    const bank = await receiver();
    bank.behave(endlessBody);
    const result = await deliverer().deliver(delivery(bank.url));
    expect(result).toMatchObject({ outcome: 'BAD_ANSWER', reason: 'the answer is longer than 65536 bytes' });
    await bank.received[0]!.disconnected;
  });
});

describe('a receiver that is too slow', () => {
  it.each<[string, Behaviour, number, string, number | undefined]>([
    ['before the header', hangBeforeHeaders, 300, 'no answer within 0.3 s', undefined],
    ['in the body', hangInBody, 600, 'the answer did not end within 0.6 s', 200],
    ['by sending a byte at a time', trickle(20), 600, 'the answer did not end within 0.6 s', 200],
  ])('%s is given up, and its connection closed', async (_where, behaviour, afterMs, reason, httpStatus) => {
    const bank = await receiver();
    bank.behave(behaviour);
    const result = await deliverer({ limits: SHORT }).deliver(delivery(bank.url));
    expect(result).toMatchObject({ outcome: 'TIMED_OUT', reason, httpStatus });
    expect(result.durationMs).toBeGreaterThanOrEqual(afterMs);
    await bank.received[0]!.disconnected;
  });

  it('during the TLS handshake is given up, and gets nothing later', async () => {
    const { url, server } = await rawServer(() => {});
    const connected = once(server, 'connection');
    const result = await deliverer({ limits: { connectMs: 300 } }).deliver(delivery(`https://${url}`));
    expect(result).toMatchObject({ outcome: 'TIMED_OUT', reason: 'no connection within 0.3 s', httpStatus: undefined });
    const [socket] = (await connected) as [Socket];
    await once(socket.resume(), 'close');
  });

  it('with the body of an error is judged by the status', async () => {
    const bank = await receiver();
    bank.behave((_request, response) => void response.writeHead(500).write('half'));
    const result = await deliverer({ limits: SHORT }).deliver(delivery(bank.url));
    expect(result).toMatchObject({ outcome: 'REJECTED', httpStatus: 500, answer: 'half' });
  });

  it('is given up when the time for a delivery is over, whatever its parts may take', async () => {
    const bank = await receiver();
    bank.behave(hangBeforeHeaders);
    const result = await deliverer({ limits: { ...LONG, totalMs: 300 } }).deliver(delivery(bank.url));
    expect(result.outcome).toBe('TIMED_OUT');
    expect(result.durationMs).toBeLessThan(10_000);
  });
});

describe('a receiver that cannot be reached', () => {
  it.each<[string, Behaviour, string, number | undefined]>([
    ['before it answers', closeConnection, 'the connection was closed without an answer', undefined],
    ['in the middle of its answer', closeInBody, 'the connection was lost before the answer ended', 200],
  ])('because it closes the connection %s', async (_when, behaviour, reason, httpStatus) => {
    const bank = await receiver();
    bank.behave(behaviour);
    const result = await deliverer().deliver(delivery(bank.url));
    expect(result).toMatchObject({ outcome: 'UNREACHABLE', reason, httpStatus });
    // the receiver may have processed it: whether to send again is the relay's decision
    expect(bank.received).toHaveLength(1);
  });

  it('because nobody listens there', async () => {
    const { url, server } = await rawServer(() => {});
    server.close();
    await once(server, 'close');
    const result = await deliverer().deliver(delivery(`https://${url}`));
    expect(result).toMatchObject({ outcome: 'UNREACHABLE', reason: 'the connection was refused' });
  });

  it('because its name is unknown', async () => {
    const unknown = new NameNotResolved('the host name is unknown');
    const { deliver } = deliverer({ hosts: { resolve: () => Promise.reject(unknown) } });
    const result = await deliver(delivery('https://bank.example/'));
    expect(result).toMatchObject({ outcome: 'UNREACHABLE', reason: 'the host name is unknown' });
  });

  it('because what listens there does not speak HTTP', async () => {
    const { url } = await rawServer((socket) => socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')));
    const result = await deliverer().deliver(delivery(`http://${url}`));
    expect(result).toMatchObject({ outcome: 'BAD_ANSWER', reason: 'the answer is not HTTP', httpStatus: undefined });
  });

  it('because its header has no end', async () => {
    const { url } = await rawServer((socket) => {
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(40_000)}\r\n`));
    });
    const result = await deliverer().deliver(delivery(`http://${url}`));
    expect(result).toMatchObject({ outcome: 'BAD_ANSWER', reason: "the answer's header is too long" });
  });

  it.each<[string, NonNullable<ReceiverOptions['tls']>, string]>([
    ['of an untrusted authority', 'stranger', 'the certificate is not signed by a trusted authority'],
    ['for another name', 'other-name', 'the certificate is for another name'],
  ])('because its certificate is %s: then it gets nothing', async (_what, tls, reason) => {
    const bank = await receiver({ tls });
    const { deliver } = deliverer();
    for (let time = 0; time < 2; time++) {
      expect(await deliver(delivery(bank.url))).toMatchObject({ outcome: 'UNREACHABLE', reason });
    }
    expect(bank.received).toEqual([]);
  });

  it('because only the authorities of Node are trusted without the setting', async () => {
    const bank = await receiver();
    const result = await deliverer({ extraCa: undefined }).deliver(delivery(bank.url));
    expect(result.reason).toBe('the certificate is not signed by a trusted authority');
    expect(bank.received).toEqual([]);
  });

  it('because its URL cannot be read', async () => {
    const result = await deliverer().deliver(delivery('https://[::1'));
    expect(result).toMatchObject({ outcome: 'ADDRESS_REFUSED', reason: 'the URL is not valid' });
  });
});

describe('a deliverer that is closed', () => {
  it('aborts running deliveries, and sends nothing more', async () => {
    const bank = await receiver();
    bank.behave(hangBeforeHeaders);
    const { deliver, close } = deliverer();
    const sent = deliver(delivery(bank.url));
    await bank.arrived(1);
    await close();
    expect(await sent).toMatchObject({ outcome: 'UNREACHABLE', reason: 'this server was stopped' });
    await bank.received[0]!.disconnected;
    expect(await deliver(delivery(bank.url))).toMatchObject({ outcome: 'UNREACHABLE' });
    expect(bank.received).toHaveLength(1);
  });
});

describe('in production', () => {
  const PRODUCTION = { allowPrivateAddresses: false, allowHttp: false };

  it('refuses a URL with an address that is not public, in any notation', async () => {
    const bank = await receiver();
    const port = new URL(bank.url).port;
    const { deliver } = deliverer(PRODUCTION);
    const hosts = ['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]'];
    for (const host of [...hosts, '169.254.169.254', '[fd00::1]', '10.0.0.1']) {
      const result = await deliver(delivery(`https://${host}:${port}/`));
      expect([host, result.outcome, result.reason]).toEqual([host, 'ADDRESS_REFUSED', 'the address is not public']);
    }
    expect(bank.connections()).toBe(0);
  });

  it('refuses a name that resolves to a private address, even among public ones', async () => {
    const bank = await receiver();
    const port = new URL(bank.url).port;
    const private_ = { address: '127.0.0.1', family: 4 };
    const public_ = { address: '93.184.215.14', family: 4 };
    for (const addresses of [[private_], [public_, private_], [private_, public_]]) {
      const { deliver } = deliverer({ ...PRODUCTION, hosts: { resolve: async () => addresses } });
      const result = await deliver(delivery(`https://bank.example:${port}/`));
      expect(result).toMatchObject({ outcome: 'ADDRESS_REFUSED', reason: 'the address is not public' });
    }
    expect(bank.connections()).toBe(0);
  });

  it('refuses localhost', async () => {
    const bank = await receiver();
    const { deliver } = deliverer(PRODUCTION);
    const result = await deliver(delivery(`https://localhost:${new URL(bank.url).port}/`));
    expect(result.outcome).toBe('ADDRESS_REFUSED');
    expect(bank.connections()).toBe(0);
  });

  it('refuses http', async () => {
    const bank = await receiver({ tls: 'none' });
    const { deliver } = deliverer({ ...PRODUCTION, allowPrivateAddresses: true });
    const result = await deliver(delivery(bank.url));
    expect(result).toMatchObject({ outcome: 'ADDRESS_REFUSED', reason: 'only https URLs are allowed' });
    expect(bank.connections()).toBe(0);
  });
});

describe('a name', () => {
  it('is resolved once for a connection, which goes to the address that was checked', async () => {
    const bank = await receiver();
    const port = new URL(bank.url).port;
    const asked: string[] = [];
    const { deliver } = deliverer({
      hosts: {
        resolve: async (_owner, name) => {
          asked.push(name);
          // the second lookup would lead to another address, where nobody listens
          return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
        },
      },
    });
    expect((await deliver(delivery(`https://localhost:${port}/`))).outcome).toBe('DELIVERED');
    expect(asked).toEqual(['localhost']);
  });

  it('that resolves to a public address first and a private one later gets no connection to either', async () => {
    const bank = await receiver();
    const port = new URL(bank.url).port;
    const answers_ = ['::ffff:127.0.0.1', '127.0.0.1'];
    const { deliver } = deliverer({
      allowPrivateAddresses: false,
      hosts: { resolve: async () => [{ address: answers_.shift()!, family: 4 }] },
    });
    for (let time = 0; time < 2; time++) {
      expect((await deliver(delivery(`https://localhost:${port}/`))).outcome).toBe('ADDRESS_REFUSED');
    }
    expect(bank.connections()).toBe(0);
  });
});
