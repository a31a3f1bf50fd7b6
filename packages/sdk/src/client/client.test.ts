import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { upsertOauthClient } from '../../../server/src/access/index.ts';
import { clientBody, ecommerceMessage, type IssuedCard, issueCard } from '../../../server/src/testing/issued-cards.ts';
import { merchantBody, newId, requestOf } from '../../../server/src/testing/merchants.ts';
import { type TestServer, testServer } from '../../../server/src/testing/test-server.ts';
import { newToken } from '../../../server/src/testing/tokens.ts';
import { registerWebhook } from '../../../server/src/testing/webhooks.ts';
import { CardwrightSession } from '../browser.ts';
import { Cardwright, CardwrightError, type CardwrightOptions, ExactNumber } from '../index.ts';

let server: TestServer;
let baseUrl: string;
let card: IssuedCard;
beforeAll(async () => {
  server = await testServer();
  await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = server.server.app.listeningOrigin;
  card = await issueCard(server);
});
afterAll(() => server?.close());

const closing: Server[] = [];
afterEach(() => {
  for (const one of closing.splice(0)) {
    one.closeAllConnections();
    one.close();
  }
});

type Fetch = typeof globalThis.fetch;
const SECRET = 'demo-bank-secret';

function bank(more: Partial<CardwrightOptions> = {}): Cardwright {
  return new Cardwright({ baseUrl, clientId: 'demo-bank', clientSecret: SECRET, retryDelayMs: 1, ...more });
}

/** A fetch that notes the paths it is called with, and may do something else with a request. */
function noted(
  other: (call: () => Promise<Response>, count: number, init: RequestInit) => Promise<Response> = (call) => call(),
) {
  const paths: string[] = [];
  const fetch: Fetch = (url, init = {}) => {
    const path = new URL(String(url)).pathname;
    paths.push(path);
    const count = paths.filter((one) => one === path).length;
    return path === '/oauth2/token'
      ? globalThis.fetch(url, init)
      : other(() => globalThis.fetch(url, init), count, init);
  };
  return { fetch, paths };
}

/** The request reaches the server, and its answer is lost on the way. */
const losingTheFirst = async (call: () => Promise<Response>, count: number) => {
  const answer = await call();
  if (count > 1) return answer;
  await answer.text();
  throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
};

async function failureOf(call: PromiseLike<unknown>): Promise<CardwrightError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(CardwrightError);
  return thrown as CardwrightError;
}

async function serve(handler: RequestListener): Promise<string> {
  const other = createServer(handler).listen(0, '127.0.0.1');
  closing.push(other);
  await once(other, 'listening');
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
}

const REASON = { requested_by: 'CARDHOLDER', reason_code: 'NEW_DEVICE' } as const;
const exid = () => ({ card_identifier_id: card.exid, card_identifier_type: 'EXID' as const });

describe('the access token of a client', () => {
  it('is got by one request for all calls that wait for it, and kept', async () => {
    const { fetch, paths } = noted();
    const client = bank({ fetch });
    await Promise.all(Array.from({ length: 20 }, () => client.cards.retrieve(exid())));
    await client.cards.retrieve(exid());
    expect(paths.filter((path) => path === '/oauth2/token')).toHaveLength(1);
    expect(paths).toHaveLength(22);
  });

  it('is got anew when the server does not accept it any more, once', async () => {
    const { fetch, paths } = noted((call, count, init) => {
      if (count === 1) init.headers = { ...init.headers, authorization: 'Bearer withdrawn' };
      return call();
    });
    await expect(bank({ fetch }).cards.retrieve(exid())).resolves.toMatchObject({ card_identifier_id: card.exid });
    expect(paths.filter((path) => path === '/oauth2/token')).toHaveLength(2);
    const never = noted((call, _count, init) => {
      init.headers = { ...init.headers, authorization: 'Bearer withdrawn' };
      return call();
    });
    const error = await failureOf(bank({ fetch: never.fetch }).cards.retrieve(exid()));
    expect(error).toMatchObject({ code: '201', errorName: 'not_authenticated', kind: 'ACCESS', status: 401 });
    expect(never.paths).toHaveLength(4);
  });

  it('is renewed before it ends', async () => {
    let tokens = 0;
    const url = await serve((request, response) => {
      const isToken = request.url === '/oauth2/token';
      if (isToken) tokens += 1;
      // with five seconds to live it is over at once for a client that renews in time
      const body = isToken ? { access_token: `t${tokens}`, expires_in: 5 } : { warnings: [] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const client = bank({ baseUrl: url });
    await client.contractWarnings.list();
    await client.contractWarnings.list();
    expect(tokens).toBeGreaterThanOrEqual(2);
  });

  it('is told to be refused as the code credentials_refused, without the secret', async () => {
    const error = await failureOf(
      bank({ clientSecret: 'not-the-secret' } as Partial<CardwrightOptions>).cards.retrieve(exid()),
    );
    expect(error).toMatchObject({ code: 'credentials_refused', kind: 'LOCAL', status: 401, errorName: undefined });
    expect(inspect(error)).not.toContain('not-the-secret');
  });

  it.each([
    ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['ES384', () => generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['PS256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['EdDSA', () => generateKeyPairSync('ed25519')],
  ] as [string, () => { privateKey: KeyObject; publicKey: KeyObject }][])(
    'is got with a key instead of a secret: %s, as PEM and as JWK',
    async (alg, makePair) => {
      const { privateKey, publicKey } = makePair();
      const clientId = `signer-${alg}`;
      const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg }] };
      const scopes = ['cards:read'] as const;
      await upsertOauthClient(server.db.database, {
        client_id: clientId,
        kind: 'bank',
        bank_id: 'DEMO',
        scopes,
        jwks,
      } as never);
      const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
      for (const key of [pem, privateKey.export({ format: 'jwk' })]) {
        const audience = 'cardwright';
        const client = new Cardwright({ baseUrl, clientId, privateKey: key, keyId: 'k1', audience });
        await expect(client.cards.retrieve(exid())).resolves.toMatchObject({ card_identifier_id: card.exid });
      }
    },
  );
});

describe('a call whose answer is lost', () => {
  it('is repeated under the same msg_id, and takes effect once', async () => {
    const customerId = newId('C');
    const client = bank({ fetch: noted(losingTheFirst).fetch });
    const { data, answer } = await client.clients.create(clientBody(customerId) as never).withAnswer();
    expect(data.customer_id).toBe(customerId);
    expect(answer).toMatchObject({ operation: 'clients.create-client', status: 200, isReplayed: true, attempts: 2 });
  });

  it('is repeated under the same Idempotency-Key', async () => {
    const client = bank({ fetch: noted(losingTheFirst).fetch });
    const wanted = {
      ...exid(),
      requestor_id: '4001003027',
      requestor_name: 'Example Pay',
      device_type: 'PHONE',
      ...REASON,
    };
    const { answer } = await client.tokens.provision({ ...wanted, activation: 'NONE' }).withAnswer();
    expect(answer).toMatchObject({ isReplayed: true, attempts: 2 });
    const tokens = await client.tokens.list({ card_identifier_id: card.exid });
    expect(tokens.tokens).toHaveLength(1);
  });

  it('is repeated under the same requestId, where the caller gave none', async () => {
    const acquirer = bank({
      clientId: 'demo-acquirer',
      clientSecret: 'demo-acquirer-secret',
      fetch: noted(losingTheFirst).fetch,
    } as Partial<CardwrightOptions>);
    const { requestId: _, ...request } = requestOf([merchantBody(newId('M'))]) as Record<string, unknown>;
    const { answer } = await acquirer.merchants.onboard(request as never).withAnswer();
    expect(answer).toMatchObject({ status: 202, isReplayed: true, attempts: 2 });
  });

  it('is not repeated where the server could not know it again: the sample of an endpoint', async () => {
    const { fetch, paths } = noted(losingTheFirst);
    const { id } = await registerWebhook(server);
    const error = await failureOf(bank({ fetch }).webhookEndpoints.test(id));
    expect(error).toMatchObject({ code: 'connection_failed', kind: 'LOCAL' });
    expect(error.message).toMatch(
      /^webhooks\.test-endpoint: connection_failed no connection \(ECONNRESET\) \[request SDK-\w{16}\]$/,
    );
    expect(paths).toHaveLength(2);
  });

  it('fails after as many repeats as were allowed', async () => {
    const lost = noted(async () => Promise.reject(new TypeError('fetch failed')));
    expect(await failureOf(bank({ fetch: lost.fetch, maxRetries: 3 }).cards.retrieve(exid()))).toMatchObject({
      code: 'connection_failed',
    });
    expect(lost.paths).toHaveLength(1 + 4);
    const once = noted(async () => Promise.reject(new TypeError('fetch failed')));
    await failureOf(bank({ fetch: once.fetch }).cards.retrieve(exid(), { maxRetries: 0 }));
    expect(once.paths).toHaveLength(1 + 1);
  });

  it('is not repeated after a refusal', async () => {
    const { fetch, paths } = noted();
    await failureOf(bank({ fetch }).tokens.retrieve('00000000-0000-4000-8000-000000000000'));
    expect(paths).toHaveLength(2);
  });
});

describe('a server that asks to wait', () => {
  async function busy(retryAfter: string) {
    let asked = 0;
    const url = await serve((request, response) => {
      if (request.url === '/oauth2/token') return void response.end('{"access_token":"t","expires_in":900}');
      asked += 1;
      const problem = { error_code: '204', title: 'Too many requests', status: 429 };
      if (asked > 1) return void response.end('{"warnings":[]}');
      response.writeHead(429, { 'retry-after': retryAfter }).end(JSON.stringify(problem));
    });
    return { client: bank({ baseUrl: url }), asked: () => asked };
  }

  it('is asked again after that time', async () => {
    const { client, asked } = await busy('1');
    const begun = performance.now();
    await client.contractWarnings.list();
    expect(performance.now() - begun).toBeGreaterThan(990);
    expect(asked()).toBe(2);
  });

  it('is not waited for longer than a minute: the caller is told how long it would be', async () => {
    const { client, asked } = await busy('3600');
    const error = await failureOf(client.contractWarnings.list());
    expect(error).toMatchObject({ code: '204', errorName: 'too_many_requests', retryAfterMs: 3_600_000 });
    expect(asked()).toBe(1);
  });
});

describe('time and abort', () => {
  const never: Fetch = (_url, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

  it('a call ends when there is no answer in time', async () => {
    const error = await failureOf(
      bank({
        fetch: noted((_call, _count, init) => never('', init)).fetch,
        timeoutMs: 2_000,
        maxRetries: 0,
      }).cards.retrieve(exid(), {
        timeoutMs: 20,
      }),
    );
    expect(error).toMatchObject({ code: 'no_answer_in_time', operation: 'cards.enquire-card' });
    expect(error.requestId).toMatch(/^SDK-/);
  });

  it.each([
    ['before it is sent', 0],
    ['while it waits', 1],
  ])('a call ends by its own signal, with its reason: %s', async (_when, turns) => {
    const controller = new AbortController();
    const { fetch } = noted((_call, _count, init) => never('', init));
    const client = bank({ fetch });
    if (turns === 0) controller.abort(new Error('the person left'));
    const call = client.cards.retrieve(exid(), { signal: controller.signal });
    queueMicrotask(() => controller.abort(new Error('the person left')));
    await expect(call).rejects.toThrow('the person left');
  });
});

describe('what a failure tells', () => {
  it('all findings, the request id, the warnings, and the name of the code', async () => {
    const client = bank();
    const error = await failureOf(client.clients.create({ customer_id: 'x'.repeat(21), unknown: 1 } as never));
    expect(error).toMatchObject({
      name: 'CardwrightError',
      operation: 'clients.create-client',
      code: '104',
      errorName: 'wrong_length',
      kind: 'REQUEST',
      status: 400,
    });
    expect(error.findings[0]).toEqual({
      path: 'body.customer_id',
      code: '104',
      message: 'must be at most 20 characters',
    });
    expect(error.findings.length).toBeGreaterThan(3);
    expect(error.contractWarnings).toBe(1);
    expect(error.message).toBe(
      `clients.create-client: 104 body.customer_id must be at most 20 characters [request ${error.requestId}]`,
    );
  });

  it('what is wrong with an authorization message, from its header', async () => {
    const network = bank({
      clientId: 'demo-network',
      clientSecret: 'demo-network-secret',
    } as Partial<CardwrightOptions>);
    const { Merchant_Type: _, ...message } = ecommerceMessage(card);
    const error = await failureOf(network.authorizations.ecommerce(message as never));
    expect(error).toMatchObject({ code: '103', status: 400, findings: [{ path: 'Merchant_Type', code: '103' }] });
  });

  it('that an answer is none of this interface', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/oauth2/token') return void response.end('{"access_token":"t","expires_in":900}');
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });
    const error = await failureOf(bank({ baseUrl: url, maxRetries: 0 }).contractWarnings.list());
    expect(error).toMatchObject({ code: 'answer_unreadable', status: 502 });
  });

  it('no number of a card, however it is printed', async () => {
    const number = card.cardNumber;
    const failing = noted(async () => Promise.reject(new TypeError(`fetch failed: ${number}`)));
    const client = bank({ fetch: failing.fetch, maxRetries: 0 });
    const errors = [
      await failureOf(client.insurances.list(number, { card_identify_type: 'CONTRACT_NUMBER' })),
      await failureOf(bank().insurances.list(`${number}1`, { card_identify_type: 'CONTRACT_NUMBER' })),
      new CardwrightError({
        operation: 'x',
        code: '105',
        text: number,
        findings: [{ path: number, code: '105', message: number }],
      }),
    ];
    for (const error of errors) {
      const printed = [
        inspect(error, { depth: 9, showHidden: true }),
        JSON.stringify(error),
        String(error),
        error.stack,
      ];
      for (const text of printed) expect(text).not.toContain(number);
    }
    for (const text of [inspect(client, { showHidden: true, depth: 9 }), JSON.stringify(client), String(client)]) {
      expect(text).not.toContain(SECRET);
    }
    expect(inspect(client)).toBe(`Cardwright { baseUrl: '${baseUrl}' }`);
  });

  it('a mistake of the calling code, before anything is sent', () => {
    expect(() => new Cardwright({ baseUrl, clientId: '', clientSecret: 'x' })).toThrow('needs a clientId');
    expect(() => new Cardwright({ baseUrl, clientId: 'x', clientSecret: '' })).toThrow('needs a clientSecret');
    expect(() => bank({ baseUrl: 'https://a:b@cards.example.com' })).toThrow('baseUrl has no user');
    expect(() => bank().tokens.suspend('', REASON)).toThrow('needs token_reference');
  });
});

describe('values', () => {
  it('a decimal is sent and read digit by digit', async () => {
    let sent = '';
    const url = await serve(async (request, response) => {
      if (request.url === '/oauth2/token') return void response.end('{"access_token":"t","expires_in":900}');
      for await (const chunk of request) sent += String(chunk);
      response.end('{"rate":1.10,"number":1234567890123456789,"count":3}');
    });
    const body = { payload: { applications: [new ExactNumber('1.10')] } };
    const answered = await bank({ baseUrl: url }).merchants.onboard({ requestId: 'r', ...body } as never);
    expect(sent).toBe('{"requestId":"r","payload":{"applications":[1.10]}}');
    expect(answered).toEqual({
      rate: new ExactNumber('1.10'),
      number: new ExactNumber('1234567890123456789'),
      count: 3,
    });
  });
});

describe('a list', () => {
  it('is read page by page as it is needed, and entry by entry', async () => {
    const other = await issueCard(server);
    for (let at = 0; at < 5; at++) await newToken(server, other.exid);
    const { fetch, paths } = noted();
    const list = bank({ fetch }).tokens.list({ card_identifier_id: other.exid, limit: '2' });
    const first = await list;
    expect([first.tokens.length, typeof first.next_cursor]).toEqual([2, 'string']);
    expect(paths).toEqual(['/oauth2/token', '/V2/tokens']);
    const references = new Set<string>();
    for await (const token of list) references.add(token.token_reference);
    expect(references.size).toBe(5);
    expect(paths).toHaveLength(4);
    const sizes: number[] = [];
    for await (const page of list.pages()) sizes.push(page.tokens.length);
    expect(sizes).toEqual([2, 2, 1]);
  });
});

describe('options', () => {
  it('the prefix of the envelope, the version of the paths, and more headers', async () => {
    const own = await testServer({ CARDWRIGHT_OPERATOR_PREFIX: 'Ab' });
    await own.server.app.listen({ host: '127.0.0.1', port: 0 });
    const options = { baseUrl: own.server.app.listeningOrigin, clientId: 'demo-bank', clientSecret: SECRET };
    const client = new Cardwright({
      ...options,
      operatorPrefix: 'Ab',
      interfaceVersion: 'V1',
      headers: { 'x-request-id': 'MINE-1' },
    });
    const created = await client.clients.create(clientBody(newId('C')) as never).withAnswer();
    expect(created.answer).toMatchObject({ interfaceVersion: '1.0 BETA', requestId: 'MINE-1' });
    await own.close();
  });

  it('a version that must still be in force', async () => {
    const reference = await newToken(server, card.exid);
    const client = bank();
    const { answer } = await client.tokens.retrieve(reference).withAnswer();
    await client.tokens.suspend(reference, REASON, { ifMatch: answer.etag ?? '' });
    const error = await failureOf(client.tokens.resume(reference, REASON, { ifMatch: answer.etag ?? '' }));
    expect(error).toMatchObject({ code: '423', errorName: 'version_stale', status: 412 });
  });

  it('onAnswer is told of every answer', async () => {
    const told: string[] = [];
    await bank({
      onAnswer: ({ operation, status, attempts }) => told.push(`${operation} ${status} ${attempts}`),
    }).cards.retrieve(exid());
    expect(told).toEqual(['cards.enquire-card 200 1']);
  });

  it('a browser sends its cookies and holds no secret', async () => {
    const seen: [string, RequestInit][] = [];
    const fetch: Fetch = async (url, init = {}) => {
      seen.push([String(url), init]);
      return new Response('{"tokens":[],"next_cursor":null}');
    };
    const session = new CardwrightSession({ baseUrl: 'https://console.example.com/gateway', fetch });
    expect(await session.tokens.list()).toEqual({ tokens: [], next_cursor: null });
    const [[url, init]] = seen as [[string, RequestInit]];
    expect(url).toBe('https://console.example.com/gateway/V2/tokens');
    expect(init).toMatchObject({ credentials: 'include', redirect: 'error' });
    expect(Object.keys(init.headers ?? {}).sort()).toEqual(['accept', 'x-request-id']);
  });
});
