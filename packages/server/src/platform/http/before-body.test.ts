import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer, type TestServer, testServer } from '../../testing/test-server.ts';

const server = fileServer();
let port: number;
beforeAll(async () => {
  port = await listen(server);
});

async function listen({ server: { app } }: TestServer): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

const ENVELOPE = '/V2/cardservices/ClientCreate';
const MESSAGE = '/V2/authorizations/Ecommerce';
const NOTIFICATION = '/V2/webhook/TokenNotification';
const PLAIN = '/V2/webhook-endpoints';
const ONBOARDING = '/V2/merchants/onboarding';
const PATHS = [ENVELOPE, MESSAGE, NOTIFICATION, PLAIN, ONBOARDING];
/** The operations with their own limit or reader. The others share the code of the plain one. */
const FLOODED = [MESSAGE, PLAIN, ONBOARDING];

interface Answer {
  readonly status: number;
  readonly connection: string | undefined;
  readonly json: Record<string, unknown>;
}

interface Sent {
  readonly to?: number;
  readonly headers?: readonly string[];
  /** The part of the body that is sent at once. */
  readonly body?: string;
  /** A text that is sent repeatedly, as long as the server reads it. */
  readonly endless?: string;
}

/** Posts over a separate socket, and returns the answer once the server has closed it. The client closes nothing. */
function post(path: string, { to = port, headers = [], body = '', endless }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(to, '127.0.0.1');
    let text = '';
    const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...headers];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    const flood = () => {
      if (endless === undefined) return;
      while (socket.writable && socket.write(endless));
    };
    socket.on('drain', flood).setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
    });
    // the server cuts off a caller that continues to send, after the answer has arrived
    socket.on('error', () => {});
    socket.once('close', () => (text === '' ? reject(new Error('closed without an answer')) : resolve(read(text))));
    flood();
  });
}

function read(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(head) ?? [];
  const [, connection] = /^connection: (.*)$/im.exec(head) ?? [];
  return { status: Number(status), connection, json: JSON.parse(body) };
}

const CHUNK = `10000\r\n${' '.repeat(65_536)}\r\n`;

describe('a request without a token', () => {
  it.each(PATHS)('to %s is answered before its long body arrives, and the connection is closed', async (path) => {
    const answer = await post(path, { headers: ['Content-Length: 1000000'], body: '{' });
    expect([answer.status, answer.connection]).toEqual([401, 'close']);
  });

  it.each(FLOODED)('to %s is answered even if its body never ends, and the connection is closed', async (path) => {
    const answer = await post(path, { headers: ['Transfer-Encoding: chunked'], body: CHUNK, endless: CHUNK });
    expect([answer.status, answer.connection]).toEqual([401, 'close']);
  });

  it.each(PATHS)('to %s is answered 401, whether its body is JSON or not', async (path) => {
    const answer = await post(path, { headers: ['Connection: close', 'Content-Length: 5'], body: '{"a":' });
    expect(answer.status).toBe(401);
    expect(JSON.stringify(answer.json)).toMatch(/"(201|05|63)"/);
  });

  it('to a plain JSON operation gets no finding about its body', async () => {
    const answer = await post(PLAIN, { headers: ['Content-Length: 2'], body: '{}' });
    expect(answer.json).toEqual({
      type: 'about:blank',
      title: 'Not authenticated',
      status: 401,
      detail: 'A bearer token is needed: Authorization: Bearer <access token>',
      error_code: '201',
    });
  });

  it('to an envelope operation has its header repeated only if the body arrives with the request', async () => {
    const header = { msg_id: '4711', msg_type: 'TRANSACTION', src_application: 'MOBILE', tracking_id: 'T-1' };
    const body = JSON.stringify({ GwSrvRequest: { request_client_create: { header, body: {} } } });
    const repeated = async (sent: string) => {
      const headers = ['Connection: close', `Content-Length: ${body.length}`];
      const { status, json } = await post(ENVELOPE, { headers, body: sent });
      const { response_client_create: answer } = json.GwSrvResponse as Record<string, Record<string, object>>;
      const { msg_id: repeatedId } = { ...answer?.header } as { msg_id?: string };
      return [status, repeatedId];
    };
    expect(await repeated(body)).toEqual([401, '4711']);
    expect((await repeated(body.slice(0, -1)))[0]).toBe(401);
    expect((await repeated(body.slice(0, -1)))[1]).not.toBe('4711');
  });
});

describe('a token notification with a signature in place of a token', () => {
  const SIGNED = ['webhook-id: n-1', 'webhook-timestamp: 1795161600', 'webhook-signature: v1,AAAA'];

  it('waits for its body, which the signature covers', async () => {
    const answer = await post(NOTIFICATION, {
      headers: [...SIGNED, 'Connection: close', 'Content-Length: 13'],
      body: '{"type":"TC"}',
    });
    expect([answer.status, answer.json.type]).toEqual([401, 'TC']);
  });

  it('is read up to 64 KiB, also without a Content-Length', async () => {
    const headers = [...SIGNED, 'Transfer-Encoding: chunked'];
    const answer = await post(NOTIFICATION, { headers, body: CHUNK, endless: CHUNK });
    expect([answer.status, answer.connection]).toEqual([401, 'close']);
  });
});

/**
 * Sends the whole body before it reads, and returns what it could still read. It runs on a separate thread, because a
 * sender in the server's event loop would have read the answer before the connection was reset.
 */
const SENDER = `
  const { parentPort, workerData: { port, head, length, times } } = require('node:worker_threads');
  const body = Buffer.alloc(length, '[');
  const send = () => new Promise((resolve) => {
    const socket = require('node:net').connect(port, '127.0.0.1', () => { socket.write(head); socket.write(body); });
    let answered = 'nothing';
    socket.once('data', (piece) => { answered = String(piece).split('\\r\\n')[0]; socket.end(); });
    socket.on('error', () => {}).on('close', () => resolve(answered));
  });
  (async () => {
    const answers = [];
    for (let at = 0; at < times; at++) answers.push(await send());
    parentPort.postMessage(answers);
  })();
`;

describe('a body that is too large, from a caller with a token', () => {
  // several times the limit of each operation; an application for a merchant includes its documents
  const lengthFor = (path: string) => (path === ONBOARDING ? 60_000_000 : 12_000_000);
  const asCaller = async (path: string) =>
    `Authorization: Bearer ${await server.token(path === MESSAGE ? 'demo-network' : path === ONBOARDING ? 'demo-acquirer' : 'demo-bank')}`;

  it.each(FLOODED)('to %s is answered while the caller is still sending it, and the answer arrives', async (path) => {
    const length = lengthFor(path);
    const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', await asCaller(path), `Content-Length: ${length}`];
    const workerData = { port, head: `${head.join('\r\n')}\r\n\r\n`, length, times: 3 };
    const [answers] = await once(new Worker(SENDER, { eval: true, workerData }), 'message');
    expect(answers).toEqual(Array(3).fill('HTTP/1.1 400 Bad Request'));
  });

  it.each(FLOODED)('to %s is answered if it has no length and never ends', async (path) => {
    const headers = [await asCaller(path), 'Transfer-Encoding: chunked'];
    const answer = await post(path, { headers, body: CHUNK, endless: CHUNK });
    expect([answer.status, answer.connection]).toEqual([400, 'close']);
  });
});

describe('a request beyond the caller’s limit', () => {
  it('is also answered before its body is read', async () => {
    const limited = await testServer({ CARDWRIGHT_REQUESTS_PER_MINUTE: '1' });
    try {
      const to = await listen(limited);
      const token = `Authorization: Bearer ${await limited.token('demo-bank')}`;
      await limited.request({ method: 'GET', url: PLAIN, as: 'demo-bank' });
      const answer = await post(PLAIN, { to, headers: [token, 'Content-Length: 1000000'], body: '{' });
      expect([answer.status, answer.json.error_code, answer.connection]).toEqual([429, '204', 'close']);
    } finally {
      await limited.close();
    }
  });
});
