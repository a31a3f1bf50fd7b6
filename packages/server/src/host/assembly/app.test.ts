import pg from 'pg';
import { describe, expect, inject, it, vi } from 'vitest';
import { anotherServer } from '../../testing/another-server.ts';
import { authorize, ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { sendRaw } from '../../testing/requests/send-raw.ts';
import { fileServer, type TestServer, testServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const server = fileServer();

function requestLines(of: TestServer): Record<string, unknown>[] {
  return of.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
}

describe('the request id', () => {
  it('is the caller’s in the answer and in the log, whatever the request', async () => {
    const urls = ['/', '/nothing-here', '/V2/contract-warnings', '/openapi.json'];
    for (const [at, url] of urls.entries()) {
      const id = `caller-${at}.a:b_c`;
      const answer = await server.request({ method: 'GET', url, headers: { 'x-request-id': id } });
      expect(answer.headers['x-request-id']).toBe(id);
      expect(requestLines(server).filter(({ reqId }) => reqId === id)).toEqual([
        expect.objectContaining({ method: 'GET', path: url, status: answer.status }),
      ]);
    }
  });

  it.each(['', 'with blank', 'x'.repeat(65), 'line\\nbreak', '4000001234567899', '4000-0012-3456-7899'])(
    'is generated instead of %j',
    async (text) => {
      const answer = await server.request({ method: 'GET', url: '/healthz', headers: { 'x-request-id': text } });
      expect(answer.headers['x-request-id']).toMatch(UUID);
    },
  );
});

describe('the headers of an answer', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', '/healthz', 200],
    ['GET', '/metrics', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/openapi-v1.json', 200],
    ['GET', '/openapi-programs.json', 200],
    ['GET', '/.well-known/jwks.json', 200],
    ['GET', '/.well-known/oauth-authorization-server', 200],
    ['GET', '/readyz', 200],
    ['GET', '/nothing-here', 404],
    ['GET', '/%E0%A4', 404],
    ['GET', '/docs/settings.json', 200],
    ['GET', '/docs/assets/nothing-here.js', 404],
    ['GET', '/console/assets/nothing-here.js', 404],
    ['DELETE', '/healthz', 405],
    ['GET', '/V2/contract-warnings', 200],
    ['POST', '/V2/services', 400],
    ['POST', '/oauth2/token', 400],
    ['GET', '/sandbox/fixtures', 200],
  ] as const)(
    'prevent caching, display in frames, and interpretation as another type: %s %s',
    async (method, url, status) => {
      const answer = await server.request({ method, url, as: 'demo-bank', ...(method === 'POST' && { payload: {} }) });
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
    },
  );

  it('at / depend on the caller: a browser gets a page of links, and a program gets JSON', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const page = await server.request({ method: 'GET', url: '/', headers: browser });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    const links = [...page.text.matchAll(/href="([^"]+)"/g)].map(([, url]) => url!);
    expect(links).toEqual(['/console/', '/docs', '/openapi.json']);
    for (const url of links) expect((await server.request({ method: 'GET', url })).status).toBe(200);
    const { json } = await server.request({ method: 'GET', url: '/', headers: { accept: '*/*' } });
    expect(json).toEqual({ docs: '/docs', openapi: '/openapi.json' });
  });

  it('let the documentation page load only from its own server, and in no frame', async () => {
    const { headers, text } = await server.request({ method: 'GET', url: '/docs' });
    const nonces = /'nonce-[0-9a-f]+'/g;
    expect(String(headers['content-security-policy']).replace(nonces, 'NONCE').split(/;\s*/)).toEqual([
      "default-src 'none'",
      "script-src 'self' NONCE",
      "style-src 'self' NONCE",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
    expect(text).not.toMatch(/<style|style=|<script>|\son\w+=/);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!);
    expect(loaded).toHaveLength(3);
    for (const url of loaded) expect((await server.request({ method: 'GET', url })).status).toBe(200);
  });
});

describe('the log', () => {
  it('has a JSON line with the caller, the operation and the outcome of each request', async () => {
    const account = { account_identifier_id: '001999999999', account_identifier_type: 'CONTRACT_NUMBER' };
    const { http } = await server.envelope('accounts.enquire-balance', account);
    const [line] = requestLines(server).filter(({ reqId }) => reqId === http.headers['x-request-id']);
    expect(line).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      reqId: expect.stringMatching(UUID),
      method: 'POST',
      path: '/V2/accountservices/AccountBalanceEnquiry',
      route: '/V2/accountservices/AccountBalanceEnquiry',
      status: 404,
      ms: expect.any(Number),
      operation: 'accounts.enquire-balance',
      caller: 'demo-bank',
      error: 'account_not_found',
      error_code: '302',
      msg: 'request',
    });
  });

  it('has no line for successful probes and metrics requests', async () => {
    for (const url of ['/healthz', '/readyz', '/metrics'])
      expect((await server.request({ method: 'GET', url })).status).toBe(200);
    const warnings = () => requestLines(server).filter(({ level }) => Number(level) >= 30);
    expect(warnings().filter(({ path }) => ['/readyz', '/metrics'].includes(String(path)))).toEqual([]);
    await server.request({ method: 'DELETE', url: '/readyz' });
    expect(warnings().filter(({ path }) => path === '/readyz')).toEqual([expect.objectContaining({ status: 405 })]);
  });

  it.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['00-4000001234567899a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined],
    // as many digits, but no part of them passes the card-number check
    ['00-40000012345678a3ce929d0e0e473612-00f067aa0ba902b7-01', '40000012345678a3ce929d0e0e473612'],
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', undefined],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined],
    ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', undefined],
    ['a card 4000001234567899', undefined],
  ])('contains the trace id of the traceparent %s', async (traceparent, trace) => {
    const { headers } = await server.request({ method: 'GET', url: '/', headers: { traceparent } });
    const [line] = requestLines(server).filter(({ reqId }) => reqId === headers['x-request-id']);
    expect(line?.trace_id).toBe(trace);
  });

  it('has the path of a request and the pattern of its route, and never its query', async () => {
    const own = await testServer({ CARDWRIGHT_LOG_LEVEL: 'trace' });
    const requests = [
      '/healthz?email=amina.saleh%40example.com',
      '/nothing-here?email=amina.saleh%40example.com',
      '/%E0%A4?email=amina.saleh%40example.com',
      '/docs/nothing-here.js?email=amina.saleh%40example.com',
      '/V2/contract-warnings?email=amina.saleh%40example.com',
      '/V2/events?email=amina.saleh%40example.com&notification=%00',
      '/V2/authorizations/123456789012?email=amina.saleh%40example.com',
    ];
    try {
      for (const url of requests) {
        await own.request({ method: 'GET', url });
        await own.request({ method: 'GET', url, as: 'demo-bank' });
      }
      await own.request({ method: 'POST', url: '/oauth2/token?email=amina.saleh%40example.com', payload: {} });
      expect(own.logs.filter((line) => line.includes('email'))).toEqual([]);
      expect(requestLines(own)).toContainEqual(
        expect.objectContaining({
          path: '/V2/authorizations/123456789012',
          route: '/V2/authorizations/:Retrieval_Reference_Number',
          caller: 'demo-bank',
        }),
      );
    } finally {
      await own.close();
    }
  });

  it('has successful authorizations only at the level debug', async () => {
    const quiet = await testServer({ CARDWRIGHT_LOG_LEVEL: 'info' });
    try {
      for (const of of [server, quiet]) {
        const card = await issueCard(of);
        expect((await authorize(of, ecommerceMessage(card))).json.Action_Code).toBe('00');
      }
      const authorizations = (of: TestServer) =>
        requestLines(of).filter(({ operation }) => operation === 'authorization.authorize-ecommerce');
      expect(authorizations(server)).toEqual([expect.objectContaining({ level: 20, caller: 'demo-network' })]);
      expect(authorizations(quiet)).toEqual([]);
      expect(requestLines(quiet)).not.toEqual([]);
    } finally {
      await quiet.close();
    }
  });
});

describe('probes', () => {
  it('readyz fails without the database, healthz does not, and a token request gets Retry-After', async () => {
    const own = await testServer();
    const admin = new pg.Client(inject('cluster'));
    await admin.connect();
    const name = own.db.connection.database;
    const status = async (url: string) => (await own.request({ method: 'GET', url })).status;
    try {
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
      await admin.query(`alter database ${name} with allow_connections false`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      await vi.waitFor(async () => expect(await status('/readyz')).toBe(503), WITHIN);
      expect(await status('/healthz')).toBe(200);
      const parameters = {
        grant_type: 'client_credentials',
        client_id: 'demo-bank',
        client_secret: 'demo-bank-secret',
      };
      const refused = await own.request({ method: 'POST', url: '/oauth2/token', payload: parameters });
      expect([refused.status, refused.headers['retry-after'], refused.json]).toEqual([
        503,
        '1',
        {
          error: 'temporarily_unavailable',
          error_description: 'The service is not available right now: try again later',
        },
      ]);
      await admin.query(`alter database ${name} with allow_connections true`);
      await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), WITHIN);
    } finally {
      await admin.end();
      await own.close();
    }
  });

  it('readyz fails from the moment the server drains, while requests are served and connections are closed', async () => {
    const own = await testServer();
    try {
      const card = await issueCard(own);
      own.server.drain();
      const probed = await own.request({ method: 'GET', url: '/readyz' });
      expect([probed.status, probed.json]).toEqual([503, { status: 'the server is stopping' }]);
      expect((await own.request({ method: 'GET', url: '/healthz' })).status).toBe(200);
      const answer = await authorize(own, ecommerceMessage(card));
      expect([answer.status, answer.json.Action_Code, answer.headers.connection]).toEqual([200, '00', 'close']);
    } finally {
      await own.close();
    }
  });

  it('metrics count requests by operation and status, in the text format of Prometheus', async () => {
    await server.envelope('cards.enquire-card', { card_identifier_id: '1', card_identifier_type: 'EXID' });
    const { headers, text } = await server.request({ method: 'GET', url: '/metrics' });
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(
      /^cardwright_request_duration_seconds_count\{operation="cards\.enquire-card",status="404"\} 1$/m,
    );
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  });
});

describe('a server', () => {
  it('closes once if `close` is called twice, and uses no connection that is already closed', async () => {
    const logs: string[] = [];
    const other = await anotherServer(server, {}, { logs });
    await Promise.all([other.close(), other.close()]);
    expect(logs.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  });
});

describe('a JSON answer', () => {
  it.each([
    ['of an operation', 'POST', '/V2/services'],
    ['of an unserved path', 'GET', '/V2/nothing'],
    ['of the token endpoint', 'POST', '/oauth2/token'],
    ['of a probe', 'GET', '/healthz'],
    ['of the sandbox', 'GET', '/sandbox/fixtures'],
  ] as const)('%s ends with a newline, so that a shell’s prompt begins on a new line', async (_what, method, url) => {
    const { headers, text } = await server.request({ method, url });
    expect(text).toMatch(/[^\n]\n$/);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });
});

describe('a caller that is slow to send', () => {
  it('has 10 seconds for the head and 30 seconds for a whole request, checked each second', () => {
    const { requestTimeout, headersTimeout } = server.server.app.server;
    expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 30_000, headersTimeout: 10_000 });
    expect(server.server.app.server).toHaveProperty('connectionsCheckingInterval', 1_000);
  });

  it('is disconnected after these times, even in the middle of its body', async () => {
    const own = await testServer();
    try {
      const { server: http } = own.server.app;
      // the same mechanism with shorter timeouts
      Object.assign(http, { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 20 });
      await own.server.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = http.address() as { port: number };
      const heads = ['POST /V2/services HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"Gw', 'POST /V2/serv'];
      for (const head of heads) {
        const answer = await sendRaw(port, head);
        expect(answer).toMatch(/^HTTP\/1\.1 408 /);
        expect(answer).toMatch(/^content-type: application\/problem\+json; charset=utf-8\r$/m);
      }
      // a connection without data has made no request
      expect(await sendRaw(port, '')).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      await own.close();
    }
  });
});
