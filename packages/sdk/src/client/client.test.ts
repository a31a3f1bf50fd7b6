import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { clientBody, ecommerceMessage, issueCard } from '../../../server/src/testing/cards/issued-cards.ts';
import { newToken } from '../../../server/src/testing/cards/tokens.ts';
import { newId } from '../../../server/src/testing/merchants/merchants.ts';
import {
  calledServer,
  DEMO_SECRET,
  failureOf,
  otherServers,
  REASON,
  recordingFetch,
} from '../../../server/src/testing/sdk-calls.ts';
import { testServer } from '../../../server/src/testing/test-server.ts';
import { CardwrightSession } from '../browser.ts';
import { Cardwright, CardwrightError, type CardwrightOptions, ExactNumber } from '../index.ts';

const called = calledServer();
const { bank, exid } = called;
const serve = otherServers();

describe('a failure', () => {
  it('contains all findings, the request id, the warnings, and the name of the code', async () => {
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

  it('contains the findings of an authorization message, which its response has in a header', async () => {
    const network = bank({
      clientId: 'demo-network',
      clientSecret: 'demo-network-secret',
    } as Partial<CardwrightOptions>);
    const { Merchant_Type: _, ...message } = ecommerceMessage(called.card);
    const error = await failureOf(network.authorizations.ecommerce(message as never));
    expect(error).toMatchObject({ code: '103', status: 400, findings: [{ path: 'Merchant_Type', code: '103' }] });
  });

  it('reports that a response is not one of this interface', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/oauth2/token') return void response.end('{"access_token":"t","expires_in":900}');
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });
    const error = await failureOf(bank({ baseUrl: url, maxRetries: 0 }).contractWarnings.list());
    expect(error).toMatchObject({ code: 'answer_unreadable', status: 502 });
  });

  it('contains no card number in any notation', async () => {
    const number = called.card.cardNumber;
    const failing = recordingFetch(async () => Promise.reject(new TypeError(`fetch failed: ${number}`)));
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
      expect(text).not.toContain(DEMO_SECRET);
    }
    expect(inspect(client)).toBe(`Cardwright { baseUrl: '${called.baseUrl}' }`);
  });

  it('reports a mistake of the calling code before a request is sent', () => {
    expect(() => new Cardwright({ baseUrl: called.baseUrl, clientId: '', clientSecret: 'x' })).toThrow(
      'needs a clientId',
    );
    expect(() => new Cardwright({ baseUrl: called.baseUrl, clientId: 'x', clientSecret: '' })).toThrow(
      'needs a clientSecret',
    );
    expect(() => bank({ baseUrl: 'https://a:b@cards.example.com' })).toThrow('baseUrl has no user');
    expect(() => bank().tokens.suspend('', REASON)).toThrow('needs token_reference');
  });
});

describe('values', () => {
  it('with decimals are sent and read without losing a digit', async () => {
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
  it('is read page by page on demand, and entry by entry', async () => {
    const other = await issueCard(called.server);
    for (let at = 0; at < 5; at++) await newToken(called.server, other.exid);
    const { fetch, paths } = recordingFetch();
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
    const read = paths.length;
    const three = await list.take(3);
    expect(three.map((token) => references.has(token.token_reference))).toEqual([true, true, true]);
    // The first page was read before, and the third page is not needed.
    expect(paths.length - read).toBe(1);
    expect((await list.take(100)).length).toBe(5);
  });
});

describe('options', () => {
  it('set the prefix of the envelope, the version of the paths, and additional headers', async () => {
    const own = await testServer({ CARDWRIGHT_OPERATOR_PREFIX: 'Ab' });
    await own.server.app.listen({ host: '127.0.0.1', port: 0 });
    const options = { baseUrl: own.server.app.listeningOrigin, clientId: 'demo-bank', clientSecret: DEMO_SECRET };
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

  it('set a version that the data must still have', async () => {
    const reference = await newToken(called.server, called.card.exid);
    const client = bank();
    const { answer } = await client.tokens.retrieve(reference).withAnswer();
    await client.tokens.suspend(reference, REASON, { ifMatch: answer.etag ?? '' });
    const error = await failureOf(client.tokens.resume(reference, REASON, { ifMatch: answer.etag ?? '' }));
    expect(error).toMatchObject({ code: '423', errorName: 'version_stale', status: 412 });
  });

  it('set onAnswer, which is called with every response', async () => {
    const outcomes: string[] = [];
    await bank({
      onAnswer: ({ operation, status, attempts }) => outcomes.push(`${operation} ${status} ${attempts}`),
    }).cards.retrieve(exid());
    expect(outcomes).toEqual(['cards.enquire-card 200 1']);
  });

  it('let a browser send its cookies without a secret', async () => {
    const requests: [string, RequestInit][] = [];
    const fetch: typeof globalThis.fetch = async (url, init = {}) => {
      requests.push([String(url), init]);
      return new Response('{"tokens":[],"next_cursor":null}');
    };
    const session = new CardwrightSession({ baseUrl: 'https://console.example.com/gateway', fetch });
    expect(await session.tokens.list()).toEqual({ tokens: [], next_cursor: null });
    const [[url, init]] = requests as [[string, RequestInit]];
    expect(url).toBe('https://console.example.com/gateway/V2/tokens');
    expect(init).toMatchObject({ credentials: 'include', redirect: 'error' });
    expect(Object.keys(init.headers ?? {}).sort()).toEqual(['X-Cardwright-Console', 'accept', 'x-request-id']);
  });
});
