import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Cardwright, CardwrightError, type CardwrightOptions } from '../../../sdk/src/index.ts';
import { type IssuedCard, issueCard } from './cards/issued-cards.ts';
import { type TestServer, testServer } from './test-server.ts';

type Fetch = typeof globalThis.fetch;
export const DEMO_SECRET = 'demo-bank-secret';
export const REASON = { requested_by: 'CARDHOLDER', reason_code: 'NEW_DEVICE' } as const;

/** A server that the SDK calls, with a card, for all tests of a file. */
export interface CalledServer {
  readonly server: TestServer;
  readonly baseUrl: string;
  readonly card: IssuedCard;
  /** Creates an SDK client of the demo bank. */
  bank(more?: Partial<CardwrightOptions>): Cardwright;
  readonly exid: () => { card_identifier_id: string; card_identifier_type: 'EXID' };
}

export function calledServer(): CalledServer {
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
  return {
    get server() {
      return server;
    },
    get baseUrl() {
      return baseUrl;
    },
    get card() {
      return card;
    },
    bank: (more = {}) =>
      new Cardwright({ baseUrl, clientId: 'demo-bank', clientSecret: DEMO_SECRET, retryDelayMs: 1, ...more }),
    exid: () => ({ card_identifier_id: card.exid, card_identifier_type: 'EXID' }),
  };
}

/** Starts HTTP servers with other behavior, and closes them after the test. Call it once in a file. */
export function otherServers(): (handler: RequestListener) => Promise<string> {
  const closing: Server[] = [];
  afterEach(() => {
    for (const one of closing.splice(0)) {
      one.closeAllConnections();
      one.close();
    }
  });
  return async (handler) => {
    const other = createServer(handler).listen(0, '127.0.0.1');
    closing.push(other);
    await once(other, 'listening');
    return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  };
}

/** Returns a fetch function that records the requested paths. `other` can replace a request. */
export function recordingFetch(
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

/** Sends the requests, but loses the answer to the first one. */
export const losingTheFirst = async (call: () => Promise<Response>, count: number) => {
  const answer = await call();
  if (count > 1) return answer;
  await answer.text();
  throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
};

export async function failureOf(call: PromiseLike<unknown>): Promise<CardwrightError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(CardwrightError);
  return thrown as CardwrightError;
}
