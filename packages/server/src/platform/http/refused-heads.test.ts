import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../../testing/requests/send-raw.ts';
import { fileServer } from '../../testing/test-server.ts';

/** Requests that are refused before a route is chosen (docs/interface/requests.md#transport), on both ports. */

const server = fileServer({ CARDWRIGHT_OPERATOR_PATHS: 'port' });
const ports: Record<string, number> = {};
const listen = async (app: FastifyInstance) => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as { port: number }).port;
};
beforeAll(async () => {
  ports.interface = await listen(server.server.app);
  ports.operators = await listen(server.server.operatorApp!);
});

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const BODY = '\r\n{}';

/** The only answer on a connection that closes after it, with the length that the header states. */
async function answerTo(port: number, text: string) {
  const raw = await sendRaw(port, text);
  const [head = '', body = ''] = raw.split('\r\n\r\n', 2);
  const [status = '', ...headerLines] = head.split('\r\n');
  const headers = Object.fromEntries(
    headerLines.map((line) =>
      line
        .toLowerCase()
        .split(/: (.*)/s)
        .slice(0, 2),
    ),
  );
  expect(raw).toBe(`${head}\r\n\r\n${body}`);
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body));
  return { status: Number(status.split(' ')[1]), headers, json: JSON.parse(body) };
}

const PROTECTED = {
  'content-type': 'application/problem+json; charset=utf-8',
  connection: 'close',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
};

const REFUSED = [
  ['a line that is no request', 400, '105', 'hello\r\n\r\n'],
  ['another version', 400, '105', lines('GET / HTTP/9.9', 'Host: x')],
  ['HTTP/2 without an agreement', 400, '105', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 400, '105', lines('FETCH / HTTP/1.1', 'Host: x')],
  ['a header without a colon', 400, '105', lines('GET / HTTP/1.1', 'Host: x', 'nothing')],
  ['headers of 32 KiB', 431, '104', lines('GET / HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(32_768)}`)],
  [
    'a length and chunks',
    400,
    '105',
    `${lines('POST / HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  ],
  ['two lengths', 400, '105', lines('POST / HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Content-Length: 3') + BODY],
  [
    'two equal lengths',
    400,
    '105',
    lines('POST / HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Content-Length: 2') + BODY,
  ],
  [
    'two transfer encodings',
    400,
    '105',
    `${lines('POST / HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  ],
  ['a tunnel', 405, '102', lines('CONNECT bank.example:443 HTTP/1.1', 'Host: bank.example')],
  ['an expectation', 417, '106', lines('POST / HTTP/1.1', 'Host: x', 'Expect: 200-ok', 'Content-Length: 0')],
  ['no host', 400, '105', lines('GET / HTTP/1.1')],
  ['two hosts', 400, '105', lines('GET / HTTP/1.1', 'Host: x', 'Host: y')],
  ['two equal hosts', 400, '105', lines('GET / HTTP/1.1', 'Host: x', 'host: x')],
  ['two tokens', 400, '105', lines('GET / HTTP/1.1', 'Host: x', 'Authorization: Bearer a', 'authorization: Bearer b')],
  [
    'two types',
    400,
    '105',
    lines(
      'POST / HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Content-Type: text/plain',
      'Content-Length: 2',
    ) + BODY,
  ],
  ['two proofs', 400, '105', lines('GET / HTTP/1.1', 'Host: x', 'DPoP: a', 'DPoP: b')],
  [
    'a compressed body',
    415,
    '101',
    lines('POST / HTTP/1.1', 'Host: x', 'Content-Encoding: gzip', 'Content-Length: 2') + BODY,
  ],
  [
    'two encodings',
    415,
    '101',
    lines('POST / HTTP/1.1', 'Host: x', 'Content-Encoding: identity', 'Content-Encoding: br', 'Content-Length: 2') +
      BODY,
  ],
  ['a path that is not served, with two hosts', 400, '105', lines('GET /nothing HTTP/1.1', 'Host: x', 'Host: y')],
] as const;

describe.each(['interface', 'operators'])('on the port of the %s', (which) => {
  it.each(REFUSED)(
    '%s is answered %i as a problem, and the connection is closed',
    async (_what, status, code, text) => {
      const answer = await answerTo(ports[which]!, text);
      expect([answer.status, answer.json.status, answer.json.error_code]).toEqual([status, status, code]);
      expect(answer.headers).toMatchObject(PROTECTED);
      expect(answer.json).toMatchObject({ type: 'about:blank', title: expect.any(String), detail: expect.any(String) });
      if (status === 415) expect(answer.headers['accept-encoding']).toBe('identity');
      if (status === 405) expect(answer.headers.allow).toBe('delete, get, head, patch, post, put');
    },
  );

  it.each([
    ['an offer of another protocol', ['Connection: Upgrade, close', 'Upgrade: websocket']],
    ['a header that may be repeated', ['Connection: close', 'Accept: a/b', 'Accept: c/d', 'X-Other: 1', 'X-Other: 2']],
    ['an invalid encoding', ['Connection: close', 'Content-Encoding: identity']],
  ])('%s is ignored', async (_what, headers) => {
    const answer = await sendRaw(ports[which]!, lines('GET / HTTP/1.1', 'Host: x', ...headers));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n");
  });

  it('HTTP/1.0 needs no host', async () => {
    expect(await sendRaw(ports[which]!, lines('GET / HTTP/1.0'))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

describe('a request that is refused', () => {
  const broken = (path: string, ...more: string[]) =>
    `${lines(`POST ${path} HTTP/1.1`, 'Host: x', 'Transfer-Encoding: chunked', ...more)}2\r\n{}\r\nzz\r\n`;

  it('in the middle of its body is answered with a problem if it has no answer yet', async () => {
    const token = await server.token('demo-bank');
    const more = [`Authorization: Bearer ${token}`, 'Content-Type: application/json'];
    const answer = await answerTo(ports.interface!, broken('/V2/cardservices/ClientCreate', ...more));
    expect([answer.status, answer.json.error_code]).toEqual([400, '105']);
    expect(answer.headers).toMatchObject(PROTECTED);
  });

  it.each(['/oauth2/token', '/nothing', '/V2/cards'])(
    'in the middle of its body is answered once: %s',
    async (path) => {
      const answer = await sendRaw(ports.interface!, broken(path));
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([expect.stringMatching(/ 4\d\d$/)]);
    },
  );

  it('is not carried out, and its token is not checked', async () => {
    const token = await server.token('demo-bank');
    const head = ['Host: x', `Authorization: Bearer ${token}`, 'Authorization: Bearer none', 'Connection: close'];
    const { json } = await answerTo(ports.interface!, lines('GET /V2/contract-warnings HTTP/1.1', ...head));
    expect(json).toEqual({
      type: 'about:blank',
      title: 'Wrong type or format',
      status: 400,
      detail: 'Authorization may be sent once, and was sent more than once',
      error_code: '105',
      errors: [
        {
          path: 'Authorization',
          code: '105',
          message: 'Authorization may be sent once, and was sent more than once',
        },
      ],
    });
  });

  it('gets the same shape from every surface', async () => {
    for (const path of ['/V2/services', '/V2/authorizations/Ecommerce', '/V2/cards', '/oauth2/token', '/nothing']) {
      const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Encoding: deflate', 'Content-Length: 2'];
      const answer = await answerTo(ports.interface!, lines(...head) + BODY);
      expect([path, answer.status, answer.json.error_code]).toEqual([path, 415, '101']);
    }
  });
});
