import { describe, expect, it, vi } from 'vitest';
import { clientBody } from '../../../server/src/testing/cards/issued-cards.ts';
import { collectGarbage } from '../../../server/src/testing/collect-garbage.ts';
import { merchantBody, newId, requestOf } from '../../../server/src/testing/merchants/merchants.ts';
import {
  calledServer,
  failureOf,
  losingTheFirst,
  otherServers,
  REASON,
  recordingFetch,
} from '../../../server/src/testing/sdk-calls.ts';
import { registerWebhook } from '../../../server/src/testing/webhooks.ts';
import { WITHIN } from '../../../server/src/testing/within.ts';
import { Cardwright, type CardwrightOptions } from '../index.ts';

const called = calledServer();
const { bank, exid } = called;
const serve = otherServers();

describe('a call whose response is lost', () => {
  it('is repeated under the same msg_id, and takes effect once', async () => {
    const customerId = newId('C');
    const client = bank({ fetch: recordingFetch(losingTheFirst).fetch });
    const { data, answer } = await client.clients.create(clientBody(customerId) as never).withAnswer();
    expect(data.customer_id).toBe(customerId);
    expect(answer).toMatchObject({ operation: 'clients.create-client', status: 200, isReplayed: true, attempts: 2 });
  });

  it('is repeated under the same Idempotency-Key', async () => {
    const client = bank({ fetch: recordingFetch(losingTheFirst).fetch });
    const expected = {
      ...exid(),
      requestor_id: '4001003027',
      requestor_name: 'Example Pay',
      device_type: 'PHONE',
      ...REASON,
    };
    const { answer } = await client.tokens.provision({ ...expected, activation: 'NONE' }).withAnswer();
    expect(answer).toMatchObject({ isReplayed: true, attempts: 2 });
    const tokens = await client.tokens.list({ card_identifier_id: called.card.exid });
    expect(tokens.tokens).toHaveLength(1);
  });

  it('is repeated under the same requestId if the caller set none', async () => {
    const acquirer = bank({
      clientId: 'demo-acquirer',
      clientSecret: 'demo-acquirer-secret',
      fetch: recordingFetch(losingTheFirst).fetch,
    } as Partial<CardwrightOptions>);
    const { requestId: _, ...request } = requestOf([merchantBody(newId('M'))]) as Record<string, unknown>;
    const { answer } = await acquirer.merchants.onboard(request as never).withAnswer();
    expect(answer).toMatchObject({ status: 202, isReplayed: true, attempts: 2 });
  });

  it('is not repeated if the server could not recognize the repeat, such as a test message of an endpoint', async () => {
    const { fetch, paths } = recordingFetch(losingTheFirst);
    const { id } = await registerWebhook(called.server);
    const error = await failureOf(bank({ fetch }).webhookEndpoints.test(id));
    expect(error).toMatchObject({ code: 'connection_failed', kind: 'LOCAL' });
    expect(error.message).toMatch(
      /^webhooks\.test-endpoint: connection_failed no connection \(ECONNRESET\) \[request SDK-\w{16}\]$/,
    );
    expect(paths).toHaveLength(2);
  });

  it('is not repeated if the response can be read only once, such as the activation code of a notification', async () => {
    const { fetch, paths } = recordingFetch(losingTheFirst);
    const error = await failureOf(bank({ fetch }).tokenNotifications.retrieveActivation(crypto.randomUUID()));
    expect(error).toMatchObject({ code: 'connection_failed', kind: 'LOCAL' });
    expect(paths).toHaveLength(2);
  });

  it('fails after the maximum number of repeats', async () => {
    const lost = recordingFetch(async () => Promise.reject(new TypeError('fetch failed')));
    expect(await failureOf(bank({ fetch: lost.fetch, maxRetries: 3 }).cards.retrieve(exid()))).toMatchObject({
      code: 'connection_failed',
    });
    expect(lost.paths).toHaveLength(1 + 4);
    const once = recordingFetch(async () => Promise.reject(new TypeError('fetch failed')));
    await failureOf(bank({ fetch: once.fetch }).cards.retrieve(exid(), { maxRetries: 0 }));
    expect(once.paths).toHaveLength(1 + 1);
  });

  it('is not repeated after a refusal', async () => {
    const { fetch, paths } = recordingFetch();
    await failureOf(bank({ fetch }).tokens.retrieve('00000000-0000-4000-8000-000000000000'));
    expect(paths).toHaveLength(2);
  });
});

describe('a call that its caller repeats', () => {
  const provision = {
    requestor_id: '4001003027',
    requestor_name: 'Example Pay',
    device_type: 'PHONE',
    activation: 'NONE',
    ...REASON,
  } as const;

  it('gets the stored response of an envelope by the same msgId, even from another process', async () => {
    const customerId = newId('C');
    const msgId = newId('M').slice(-12);
    const create = () =>
      bank()
        .clients.create(clientBody(customerId) as never, { msgId })
        .withAnswer();
    const [first, again] = [await create(), await create()];
    expect([first.answer.isReplayed, again.answer.isReplayed]).toEqual([false, true]);
    expect(again.data).toEqual(first.data);
  });

  it('gets the stored response of plain JSON by the same msgId', async () => {
    const msgId = newId('M').slice(-12);
    const create = () =>
      bank()
        .tokens.provision({ ...exid(), ...provision }, { msgId })
        .withAnswer();
    const [first, again] = [await create(), await create()];
    expect(again.answer.isReplayed).toBe(true);
    expect(again.data.token_reference).toBe(first.data.token_reference);
  });

  it('gets the stored response of merchant onboarding by the same msgId', async () => {
    const credentials = { clientId: 'demo-acquirer', clientSecret: 'demo-acquirer-secret' };
    const { requestId: _, ...request } = requestOf([merchantBody(newId('M'))]) as Record<string, unknown>;
    const msgId = newId('M').slice(-12);
    const onboard = () =>
      bank(credentials as Partial<CardwrightOptions>)
        .merchants.onboard(request as never, { msgId })
        .withAnswer();
    const [first, again] = [await onboard(), await onboard()];
    expect([first.answer.isReplayed, again.answer.isReplayed]).toEqual([false, true]);
  });

  it('is refused with an idempotencyKey that the operation ignores', async () => {
    const { fetch, paths } = recordingFetch();
    const call = bank({ fetch }).clients.create(clientBody(newId('C')) as never, { idempotencyKey: 'one' });
    await expect(call).rejects.toThrow('clients.create-client takes no idempotencyKey: its repeats are known by msgId');
    expect(paths.filter((path) => path !== '/oauth2/token')).toEqual([]);
  });
});

describe('a server that requests a delay', () => {
  async function busy(retryAfter: string) {
    let requestCount = 0;
    const url = await serve((request, response) => {
      if (request.url === '/oauth2/token') return void response.end('{"access_token":"t","expires_in":900}');
      requestCount += 1;
      const problem = { error_code: '204', title: 'Too many requests', status: 429 };
      if (requestCount > 1) return void response.end('{"warnings":[]}');
      response.writeHead(429, { 'retry-after': retryAfter }).end(JSON.stringify(problem));
    });
    return { client: bank({ baseUrl: url }), requestCount: () => requestCount };
  }

  it('gets the next request only after that delay', async () => {
    const { client, requestCount } = await busy('1');
    const start = performance.now();
    await client.contractWarnings.list();
    expect(performance.now() - start).toBeGreaterThan(990);
    expect(requestCount()).toBe(2);
  });

  it('makes the call fail with that delay if it is longer than a minute', async () => {
    const { client, requestCount } = await busy('3600');
    const error = await failureOf(client.contractWarnings.list());
    expect(error).toMatchObject({ code: '204', errorName: 'too_many_requests', retryAfterMs: 3_600_000 });
    expect(requestCount()).toBe(1);
  });
});

describe('time and abort', () => {
  const never: typeof globalThis.fetch = (_url, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

  it('a call ends when no response arrives in time', async () => {
    const error = await failureOf(
      bank({
        fetch: recordingFetch((_call, _count, init) => never('', init)).fetch,
        timeoutMs: 2_000,
        maxRetries: 0,
      }).cards.retrieve(exid(), {
        timeoutMs: 20,
      }),
    );
    expect(error).toMatchObject({ code: 'no_answer_in_time', operation: 'cards.enquire-card' });
    expect(error.requestId).toMatch(/^SDK-/);
  });

  it('a call with a signal ends when the body stalls, even after a garbage collection of Node', async () => {
    const baseUrl = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{');
    });
    const { signal } = new AbortController();
    let heads = 0;
    const fetch: typeof globalThis.fetch = async (...request) => {
      const answer = await globalThis.fetch(...request);
      heads += 1;
      return answer;
    };
    const client = new Cardwright({ baseUrl, accessToken: () => 'token', maxRetries: 0, fetch });
    const failure = failureOf(client.contractWarnings.list({ signal, timeoutMs: 1_000 }));
    await vi.waitFor(() => expect(heads).toBe(1), WITHIN);
    await collectGarbage();
    expect(await failure).toMatchObject({ code: 'no_answer_in_time' });
  });

  it('a call ends by its own signal even if its fetch ignores the signal', async () => {
    const controller = new AbortController();
    const fetch = async () => {
      controller.abort(new Error('the person left'));
      return new Response(new ReadableStream());
    };
    const client = new Cardwright({ baseUrl: 'http://127.0.0.1:1', accessToken: () => 'token', maxRetries: 0, fetch });
    const call = client.contractWarnings.list({ signal: controller.signal });
    await expect(call).rejects.toThrow('the person left');
  });

  it.each([
    ['before the request', 0],
    ['while it waits', 1],
  ])('a call ends by its own signal, with its reason: %s', async (_when, abort) => {
    const controller = new AbortController();
    const { fetch } = recordingFetch((_call, _count, init) => never('', init));
    const client = bank({ fetch });
    if (abort === 0) controller.abort(new Error('the person left'));
    const call = client.cards.retrieve(exid(), { signal: controller.signal });
    queueMicrotask(() => controller.abort(new Error('the person left')));
    await expect(call).rejects.toThrow('the person left');
  });
});
