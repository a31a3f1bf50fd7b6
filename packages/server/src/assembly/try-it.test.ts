import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/test-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of every shape
type Part = any;

let server: TestServer;
let base: string;
let document: Part;
let intercept: (request: Part) => Promise<Part>;
beforeAll(async () => {
  server = await testServer();
  base = await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  document = await (await fetch(`${base}/openapi.json`)).json();
  intercept = await interceptorOf(await (await fetch(`${base}/docs/static/theme/try-it.js`)).text());
});
afterAll(() => server?.close());

/** Runs the page's script as a browser does: what it knows of the page stands in `window`. */
async function interceptorOf(script: string): Promise<(request: Part) => Promise<Part>> {
  let given: Part;
  const window = {
    SwaggerUIBundle: (config: Part) => {
      given = config;
    },
    location: { href: `${base}/docs` },
    URL,
    fetch: (url: string, init: RequestInit) => fetch(new URL(url, base), init),
  };
  vm.runInNewContext(script, { window });
  window.SwaggerUIBundle({ urls: [] });
  expect(given.urls).toEqual([]);
  return given.requestInterceptor;
}

/** What the page sends for the example of an operation, and what comes back. */
async function tryOut(method: string, path: string): Promise<{ status: number; json: Part }> {
  const operation = document.paths[path][method];
  const [example] = Object.values(operation.requestBody?.content['application/json'].examples ?? {}) as Part[];
  const behind = (part: Part) =>
    part.$ref === undefined ? part : document.components.parameters[part.$ref.split('/').at(-1)];
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name) => {
    const parameter = operation.parameters.map(behind).find((each: Part) => each.name === name);
    return encodeURIComponent(parameter.examples.sent.value);
  });
  const body = example === undefined ? {} : { body: JSON.stringify(example.value) };
  const headers = example === undefined ? {} : { 'Content-Type': 'application/json' };
  const sent = await intercept({ url: `${base}${filled}`, method: method.toUpperCase(), headers, ...body });
  const answer = await fetch(sent.url, sent);
  return { status: answer.status, json: await answer.json() };
}

describe('a request that is tried on /docs in the sandbox, as it stands there', () => {
  it.each([
    ['post', '/V2/cardservices/ClientCreate'],
    ['post', '/V2/accountservices/AccountBalanceEnquiry'],
    ['post', '/V2/cardservices/CardDetailsEnquiry'],
    ['post', '/V2/cardcontrolservices/GetCardSettingsByAccountLegacy'],
    ['post', '/V2/authorizations/Ecommerce'],
    ['post', '/V2/accounts/{account_number}/backtest'],
    ['get', '/V2/tokens'],
    ['get', '/V2/webhook-endpoints'],
    ['get', '/V2/merchants'],
    ['get', '/V2/merchants/applications'],
    ['post', '/V2/services'],
    ['get', '/V2/contract-warnings'],
  ])('%s %s is let in and succeeds, without anybody signing in', async (method, path) => {
    const { status, json } = await tryOut(method, path);
    expect(status, JSON.stringify(json)).toBe(200);
  });

  it('is sent by a caller who may: the bank, the acquirer, and another person for each step of a review', async () => {
    const caller = async (method: string, path: string) => {
      const request = await intercept({ url: `${base}${path}`, method, headers: {} });
      const [, claims = ''] = request.headers.Authorization.split('.');
      return JSON.parse(Buffer.from(claims, 'base64url').toString()).client_id;
    };
    expect(await caller('POST', '/V1/cardservices/CardCreate')).toBe('demo-bank');
    expect(await caller('GET', '/cards/9/insurances')).toBe('demo-bank');
    expect(await caller('POST', '/V2/merchants/onboarding?validateOnly=true')).toBe('demo-acquirer');
    expect(await caller('POST', '/V2/merchants/applications/A/review')).toBe('demo-reviewer');
    expect(await caller('POST', '/V2/merchants/applications/A/approve')).toBe('demo-approver');
  });

  it('names the sandbox’s card where the example has an EXID that no sandbox has', async () => {
    const { cards } = (await (await fetch(`${base}/sandbox/fixtures`)).json()) as Part;
    const { json } = await tryOut('post', '/V2/cardservices/CardDetailsEnquiry');
    expect(json.GwSrvResponse.response_card_details.body.card_identifier_id).toBe(cards[0].exid);
    const sent = await intercept({ url: `${base}/V2/tokens?card_identifier_id=9000000000000000001`, headers: {} });
    expect(sent.url).toBe(`${base}/V2/tokens?card_identifier_id=${cards[0].exid}`);
  });

  it('gets a token where the token endpoint itself is tried', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = 'grant_type=client_credentials';
    const sent = await intercept({ url: `${base}/oauth2/token`, method: 'POST', headers, body });
    const answer = await fetch(sent.url, sent);
    expect([answer.status, ((await answer.json()) as Part).token_type]).toEqual([200, 'Bearer']);
  });

  it('keeps the credentials that somebody gave on the page', async () => {
    const request = { url: `${base}/V2/tokens`, method: 'GET', headers: { Authorization: 'Bearer own' } };
    expect((await intercept({ ...request, headers: { ...request.headers } })).headers).toEqual(request.headers);
  });

  it('is left alone where it only loads the page', async () => {
    const loads = { url: `${base}/openapi.json`, loadSpec: true, headers: {} };
    expect(await intercept(loads)).toEqual({ url: `${base}/openapi.json`, loadSpec: true, headers: {} });
    expect((await intercept({ url: `${base}/healthz`, headers: {} })).headers).toEqual({});
  });
});

describe('a server that is no sandbox, or has /docs on another port', () => {
  it('publishes no credentials on its page', async () => {
    const own = await testServer({ CARDWRIGHT_OPERATOR_PATHS: 'port' });
    try {
      const answers = ['/docs', '/docs/static/theme/try-it.js'].map((url) => own.server.operatorApp?.inject({ url }));
      const [page, script] = await Promise.all(answers);
      expect([page?.statusCode, script?.statusCode]).toEqual([200, 404]);
      expect(page?.body).not.toContain('try-it');
    } finally {
      await own.close();
    }
  });
});
