import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../../platform/http/request-log.ts';
import { spansNow } from '../../../platform/kernel/spans.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { newToken } from '../../../testing/cards/tokens.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { submitAndScreen } from '../../../testing/merchants/reviews.ts';
import { provideScreening } from '../../../testing/merchants/screening-provider.ts';
import { type CollectedSpan, startCollector } from '../../../testing/span-collector.ts';
import { type TestServer, testServer } from '../../../testing/test-server.ts';
import { startReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { registerWebhook } from '../../../testing/webhooks.ts';
import { WITHIN } from '../../../testing/within.ts';
import { createSpans } from './otel-spans.ts';

let provider: WebhookReceiver;
let statuses: number[];
let hidden: { logs: readonly string[]; id: string };

const trace = (mark: string) => `${mark.repeat(31)}e`;
const from = (mark: string, flags = '01') => `00-${trace(mark)}-00f067aa0ba902b7-${flags}`;
const CALLER = '00f067aa0ba902b7';

async function authorizeFrom(server: TestServer, ...traceparents: string[]): Promise<number[]> {
  const card = await issueCard(server, { available: '100.00' });
  await authorize(server, ecommerceMessage(card));
  const answers = await Promise.all(
    traceparents.map(async (traceparent) =>
      server.request({
        method: 'POST',
        url: '/V2/authorizations/Ecommerce',
        as: 'demo-network',
        headers: { traceparent },
        payload: ecommerceMessage(card),
      }),
    ),
  );
  return answers.map(({ status }) => status);
}

/** The collector checks that no span contains a card number of the tests. */
const collector = fileResource(() => startCollector());
const receiver = fileResource(() => startReceiver({ tls: 'none' }));
beforeAll(async () => {
  const server = await testServer({ CARDWRIGHT_TRACING_URL: collector.url, CARDWRIGHT_TRACING_RATIO: '1' });
  statuses = await authorizeFrom(server, from('a'), from('b'), from('c', '00'));
  await registerWebhook(server, { url: receiver.url });
  const card = await issueCard(server);
  await newToken(server, card.exid);
  await receiver.arrived(1);
  provider = await provideScreening(server);
  await submitAndScreen(server);
  const { headers } = await server.request({ method: 'GET', url: '/V2/clients' });
  hidden = { logs: server.logs, id: String(headers['x-request-id']) };
  await server.request({ method: 'GET', url: '/healthz' });
  // the server sends the remaining spans
  await server.close();
});
afterAll(async () => {
  await provider?.close();
});

const named = (name: string, ...traces: string[]) =>
  collector.spans.filter((span) => span.name === name && (traces.length === 0 || traces.includes(span.traceId)));
const only = (name: string, ...traces: string[]): CollectedSpan => {
  const [span, ...more] = named(name, ...traces);
  if (span === undefined || more.length > 0) throw new Error(`${1 + more.length} spans ${name}`);
  return span;
};
const statementsIn = ({ spanId }: CollectedSpan) =>
  collector.spans
    .filter(({ parentSpanId, attributes }) => parentSpanId === spanId && attributes['db.system.name'] === 'postgresql')
    .map(({ name }) => name);

const AUTHORIZATION = 'POST /V2/authorizations/Ecommerce';

describe('a server with a collector of spans', () => {
  it('sends the span of a request in the trace of its caller, and none if the caller does not sample the trace', () => {
    expect(statuses).toEqual([200, 200, 200]);
    expect(collector.paths).toEqual(new Set(['/v1/traces']));
    expect(only(AUTHORIZATION, trace('a'))).toMatchObject({
      parentSpanId: CALLER,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/V2/authorizations/Ecommerce',
        'http.response.status_code': 200,
        'cardwright.operation': 'authorization.authorize-ecommerce',
      },
    });
    expect(collector.spans.filter(({ traceId }) => traceId === trace('c'))).toEqual([]);
    expect(collector.spans.filter(({ name }) => name.includes('healthz'))).toEqual([]);
  });

  it('sends a batch with its statements in one of its traces, linked with those of its other messages', () => {
    const requests = [only(AUTHORIZATION, trace('a')), only(AUTHORIZATION, trace('b'))];
    const batches = requests.map(({ traceId }) => only('decide batch', traceId));
    expect(batches.map(({ parentSpanId }) => parentSpanId)).toEqual(requests.map(({ spanId }) => spanId));
    expect(batches.map(({ attributes }) => attributes)).toEqual([
      { 'cardwright.batch.messages': 3 },
      { 'cardwright.batch.messages': 3 },
    ]);
    const [real, copy] = batches as [CollectedSpan, CollectedSpan];
    expect([real.linkedTo, copy.linkedTo]).toEqual([[requests[1]!.spanId], [real.spanId]]);
    expect(statementsIn(real)).toEqual(
      expect.arrayContaining(['begin', 'authorization.lock-accounts', 'authorization.insert-authorizations', 'commit']),
    );
    expect(statementsIn(copy)).toEqual([]);
  });

  it('sends a delivery in the trace of the request that caused it, and passes the trace to the receiver', () => {
    const delivery = only('deliver notification');
    const request = collector.spans.find(({ spanId }) => spanId === delivery.parentSpanId);
    expect(request).toMatchObject({
      traceId: delivery.traceId,
      attributes: { 'http.request.method': 'POST', 'cardwright.operation': 'tokens.provision-token' },
    });
    expect(delivery.attributes).toMatchObject({ 'cardwright.attempt': 1, 'cardwright.outcome': 'DELIVERED' });
    expect(receiver.received[0]!.headers.traceparent).toBe(`00-${delivery.traceId}-${delivery.spanId}-01`);
    // Deliveries are settled together, outside of any trace. The scopes of the endpoint's holder are read at most once
    // a second.
    const statements = statementsIn(delivery).filter((name) => name !== 'access.find-oauth-client');
    expect(statements).toEqual([]);
  });

  it('sends a screening, and passes its trace to the provider', () => {
    const screening = only('screen merchants');
    expect([screening.parentSpanId, screening.attributes['cardwright.merchants']]).toEqual([undefined, 1]);
    expect(provider.received[0]!.headers.traceparent).toBe(`00-${screening.traceId}-${screening.spanId}-01`);
    expect(statementsIn(screening)).toContain('commit');
  });

  it('logs the id of a trace that it began', () => {
    const [line] = hidden.logs.map((one) => JSON.parse(one)).filter(({ reqId }) => reqId === hidden.id);
    expect(line.trace_id).toMatch(/^[0-9a-f]{32}$/);
    expect(named('GET /V2/clients', line.trace_id)).toHaveLength(1);
  });
});

describe('a server with a sampling ratio of 0', () => {
  it('sends only spans that its callers sample, and works without its collector', async () => {
    const away = await startCollector();
    await away.close();
    const server = await testServer({ CARDWRIGHT_TRACING_URL: away.url, CARDWRIGHT_TRACING_RATIO: '0' });
    expect(await authorizeFrom(server, from('d'))).toEqual([200]);
    await server.close();
    await vi.waitFor(() => expect(server.logs.join('')).toContain('failed to send spans'), WITHIN);
    expect(spansNow()).toBeUndefined();
  });
});

describe('the trace context of a span', () => {
  const spansOf = (ratio: number) =>
    createSpans({ url: 'http://127.0.0.1:9/v1/traces', ratio, logger: createLogger('silent') });

  it('is forwarded unchanged if its caller does not sample it, and is absent if no one traces', async () => {
    const { spans, close } = spansOf(0);
    const elsewhere = spans.open('GET', { kind: 'server', traceParent: from('e', '00') });
    expect(elsewhere.enter(() => spans.current())).toBe(from('e', '00'));
    const unknown = spans.open('GET', { kind: 'server', traceParent: null });
    expect([unknown.traceParent, unknown.traceId]).toEqual([undefined, expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(elsewhere.enter(() => unknown.enter(() => spans.current()))).toBeUndefined();
    elsewhere.end();
    await close();
  });

  it('is sampled at random with the configured ratio', async () => {
    const { spans, close } = spansOf(0.25);
    const opened = Array.from({ length: 4_000 }, () => spans.open('GET', { kind: 'server', traceParent: null }));
    const traced = opened.filter(({ traceParent }) => traceParent !== undefined);
    expect(traced.length).toBeGreaterThan(800);
    expect(traced.length).toBeLessThan(1_200);
    await close();
  });
});
