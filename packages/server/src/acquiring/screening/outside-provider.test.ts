import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileResource } from '../../testing/file-resources.ts';
import {
  addProvidedAcquirer,
  configureProvided,
  type OpenedScreening,
  openScreening,
  PROVIDED_CLIENT,
  PROVIDER_TOKEN,
} from '../../testing/merchants/outside-screening.ts';
import { readApplicationOf, review, statusesOf, submit, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { finds, screenedMerchants } from '../../testing/merchants/screening-provider.ts';
import { testClock } from '../../testing/test-clock.ts';
import { fileServer, TEST_NOW } from '../../testing/test-server.ts';
import {
  answers,
  answersStatus,
  closeConnection,
  endlessBody,
  hangBeforeHeaders,
  ofBytes,
  startReceiver,
  trickle,
} from '../../testing/webhook-receiver.ts';
import { WITHIN } from '../../testing/within.ts';
import type { Screening } from './screening.ts';

/** A separate clock, so that access tokens stay valid. */
const clock = testClock(TEST_NOW);
const logs: string[] = [];
const opened: OpenedScreening[] = [];
const nothingFound = finds();
let screening: Screening;
const server = fileServer();
const provider = fileResource(() => startReceiver());
beforeAll(async () => {
  await addProvidedAcquirer(server, provider.url);
});
beforeEach(async () => {
  provider.behave(nothingFound);
  await configure();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  await server.db.sql(`update merchants set status = 'REJECTED', next_screening_at = null, screening_leased_until = null
                        where acquirer_id = 'PROV' and status in ('RECEIVED', 'SCREENING')`);
});

async function open({ allowPrivateAddresses = true } = {}): Promise<Screening> {
  const made = await openScreening(server, { clock, logs, ca: provider.ca, allowPrivateAddresses });
  opened.push(made);
  return made.screening;
}

async function configure(settings: Record<string, unknown> = {}): Promise<void> {
  await configureProvided(server, provider.url, settings);
  screening = await open();
}

/** Builds answers from the ids of the merchants. */
const results = (make: (ids: string[]) => unknown) =>
  answers((request) => JSON.stringify(make(screenedMerchants(request).map(({ merchantId }) => merchantId))));
const send = (merchants = [uniqueMerchant()]) => submit(server, merchants, PROVIDED_CLIENT);
const statusOf = async (applicationId: string) =>
  (await readApplicationOf(server, applicationId, '', PROVIDED_CLIENT)).json.merchants.map(
    ({ status, screening: { attempts, hits, problem, nextAttemptAt } }: never) =>
      ({ status, attempts, hits, problem, nextAttemptAt }) as unknown,
  );

/** Uses a separate acquirer with an outside provider, which one server or several servers screen. */
describe('an outside provider', () => {
  const OPEN = {
    hitId: expect.stringMatching(/^[\da-f-]{36}$/),
    state: 'OPEN',
    foundAt: '2026-11-20T08:00:00.000Z',
    decidedBy: null,
    decidedAt: null,
    reason: null,
  };

  it('receives the identities of the merchants with its token, and the reviewer sees its hits', async () => {
    provider.behave(
      results(([first, second]) => ({
        results: [
          { merchantId: second, hits: [] },
          {
            merchantId: first,
            hits: [
              { check: 'SANCTIONS', message: 'A director is on a list', path: 'legalName', score: 0.9, note: 'x' },
              { check: 'PEP', message: 'See case 4000001234567899', matched: '4000001234567899', score: 90 },
            ],
          },
        ],
        case: 'extra members are not looked at',
      })),
    );
    const before = provider.received.length;
    const merchants = [uniqueMerchant({ website: 'https://shop.example' }), uniqueMerchant()];
    const { applicationId, merchantIds } = await send(merchants);
    await screening.idle();
    expect(provider.received.length).toBe(before + 1);
    const { method, path, headers, body } = provider.received.at(-1)!;
    expect([method, path, headers.authorization, headers['content-type']]).toEqual([
      'POST',
      '/screen',
      `Bearer ${PROVIDER_TOKEN}`,
      'application/json',
    ]);
    const { configurations, kyc, merchantCurrency, statementDeliveryType, paymentMode, ...identity } = merchants[0]!;
    expect(
      [kyc, merchantCurrency, statementDeliveryType, paymentMode].length + Object.keys(configurations as object).length,
    ).toBe(8);
    expect(JSON.parse(body).merchants[0]).toEqual(identity);
    expect(await statusOf(applicationId)).toEqual([
      {
        status: 'PENDING_APPROVAL',
        attempts: 1,
        problem: null,
        nextAttemptAt: null,
        hits: [
          {
            check: 'SANCTIONS',
            message: 'A director is on a list',
            path: 'legalName',
            score: 0.9,
            matched: null,
            ...OPEN,
          },
          { check: 'PEP', message: 'See case 400000XXXXXX7899', score: null, matched: '400000XXXXXX7899', ...OPEN },
        ],
      },
      { status: 'PENDING_APPROVAL', attempts: 1, problem: null, nextAttemptAt: null, hits: [] },
    ]);
    expect(merchantIds.length).toBe(2);
  });

  it('keeps merchants waiting with the reason while it does not respond, and is called again', async () => {
    provider.behave(answersStatus(503));
    const { applicationId } = await send();
    const waiting = async () => {
      await screening.idle();
      const [{ status: now, attempts, problem, nextAttemptAt }] = await statusOf(applicationId);
      return [now, attempts, problem, (Date.parse(nextAttemptAt) - clock.now().getTime()) / 1_000];
    };
    const reason = 'the screening provider: HTTP 503';
    expect(await waiting()).toEqual(['SCREENING', 1, reason, 5]);
    clock.advance(4_000);
    expect(await waiting()).toEqual(['SCREENING', 1, reason, 1]);
    clock.advance(1_000);
    expect(await waiting()).toEqual(['SCREENING', 2, reason, 30]);
    clock.advance(30_000);
    expect(await waiting()).toEqual(['SCREENING', 3, reason, 3_600]);
    clock.advance(3_600_000);
    expect(await waiting()).toEqual(['SCREENING', 4, reason, 3_600]);
    expect(logs.some((line) => line.includes('failed to screen some merchants'))).toBe(true);
    provider.behave(nothingFound);
    clock.advance(3_600_000);
    await screening.idle();
    expect(await statusOf(applicationId)).toEqual([
      { status: 'PENDING_APPROVAL', attempts: 5, hits: [], problem: null, nextAttemptAt: null },
    ]);
  });

  it('is called at once when a person requests it', async () => {
    provider.behave(answersStatus(503));
    const { applicationId, merchantIds } = await send();
    await screening.idle();
    provider.behave(nothingFound);
    const answer = await review(server, applicationId, 'screen', { merchantIds }, PROVIDED_CLIENT);
    expect(answer.json.merchants).toEqual([{ merchantId: merchantIds[0], status: 'SCREENING' }]);
    await screening.idle();
    expect(await statusOf(applicationId)).toMatchObject([{ status: 'PENDING_APPROVAL', attempts: 1 }]);
    const events = await server.db.sql<{ sequence: number }>(
      `select sequence from merchant_events where acquirer_id = 'PROV' and merchant_id = $1 order by sequence`,
      merchantIds,
    );
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it.each([
    ['sends no answer', hangBeforeHeaders, 'no response within '],
    ['sends a byte at a time', trickle(20), 'the response did not end in time'],
  ])('that %s keeps the merchant waiting', async (_, behaviour, reason) => {
    await configure({ timeout_ms: 1_000 });
    provider.behave(behaviour);
    await expectProblem(reason);
  });

  it.each([
    ['closes the connection', closeConnection, 'the connection was closed without a response'],
    ['never ends', endlessBody, 'the response is longer than 1048576 bytes'],
    ['answers with too many bytes', ofBytes(1024 * 1024 + 1), 'the response is longer than 1048576 bytes'],
    ['redirects', answersStatus(302, { location: 'https://elsewhere.example' }), 'HTTP 302'],
    ['refuses the token', answersStatus(401), 'HTTP 401'],
    ['answers in HTML', answers(() => '<html>'), 'the response is not a JSON object'],
    ['answers a list', answers(() => '[]'), 'the response is not a JSON object'],
    ['answers no results', answers(() => '{}'), "the answer's results is mandatory"],
    [
      'answers hits of another shape',
      results(([merchantId]) => ({ results: [{ merchantId, hits: [{ check: 7 }] }] })),
      "the answer's results[0].hits[0].check must be a string",
    ],
    [
      'answers with more than 50 hits',
      results(([merchantId]) => ({ results: [{ merchantId, hits: Array(51).fill({ check: 'A', message: 'b' }) }] })),
      "the answer's results[0].hits must contain at most 50",
    ],
    [
      'answers about an unknown merchant',
      results(() => ({ results: [{ merchantId: 'SOMEBODY', hits: [] }] })),
      'the response contains a merchant that was not requested',
    ],
    [
      'answers twice about one',
      results(([merchantId]) => ({
        results: [
          { merchantId, hits: [] },
          { merchantId, hits: [] },
        ],
      })),
      'the response has two results for one merchant',
    ],
    ['omits the merchant', results(() => ({ results: [] })), 'gave no result for this merchant'],
  ])('that %s keeps the merchant waiting', async (_, behaviour, reason) => {
    await configure();
    provider.behave(behaviour);
    await expectProblem(reason);
  });

  async function expectProblem(reason: string): Promise<void> {
    const { applicationId } = await send();
    await screening.idle();
    const [{ status: now, hits, problem }] = await statusOf(applicationId);
    expect([now, hits]).toEqual(['SCREENING', null]);
    expect(problem).toContain(reason);
  }

  it('decides only about the merchants that its answer contains', async () => {
    provider.behave(results(([first]) => ({ results: [{ merchantId: first, hits: [] }] })));
    const { applicationId } = await send([uniqueMerchant(), uniqueMerchant()]);
    await screening.idle();
    expect(await statusOf(applicationId)).toMatchObject([
      { status: 'PENDING_APPROVAL' },
      { status: 'SCREENING', attempts: 1 },
    ]);
  });

  it('is not called at a private address, or with an untrusted certificate', async () => {
    const requestCount = provider.received.length;
    const { applicationId } = await send();
    await (await open({ allowPrivateAddresses: false })).idle();
    expect((await statusOf(applicationId))[0].problem).toBe('the screening provider: the address is not public');
    clock.advance(3_600_000);
    const stranger = await startReceiver({ tls: 'stranger' });
    await configure({ url: stranger.url });
    await screening.idle();
    expect((await statusOf(applicationId))[0].problem).toBe(
      'the screening provider: the certificate is not signed by a trusted authority',
    );
    await stranger.close();
    expect(provider.received.length).toBe(requestCount);
  });

  it('is called for a thousand merchants in batches of fifty, in the order of arrival', async () => {
    const before = provider.received.length;
    const { applicationId, merchantIds } = await send(Array.from({ length: 120 }, () => uniqueMerchant()));
    await screening.idle();
    const requests = provider.received
      .slice(before)
      .map(({ body }) => JSON.parse(body).merchants.map((one: { merchantId: string }) => one.merchantId));
    expect(requests.map((batch) => batch.length)).toEqual([50, 50, 20]);
    expect(requests.flat()).toEqual(merchantIds);
    const { json } = await readApplicationOf(server, applicationId, '', PROVIDED_CLIENT);
    expect(json.counts).toEqual({ PENDING_APPROVAL: 120 });
  });

  it('is called once by several servers', async () => {
    const before = provider.received.length;
    const others = await Promise.all([open(), open(), open()]);
    const { applicationId, merchantIds } = await send(Array.from({ length: 60 }, () => uniqueMerchant()));
    await Promise.all([screening, ...others].flatMap((each) => [each.idle(), each.idle()]));
    await Promise.all([screening, ...others].map((each) => each.idle()));
    const requests = provider.received
      .slice(before)
      .flatMap(({ body }) => JSON.parse(body).merchants.map((one: { merchantId: string }) => one.merchantId));
    expect(requests.sort()).toEqual([...merchantIds].sort());
    const { json } = await readApplicationOf(server, applicationId, '', PROVIDED_CLIENT);
    expect(json.counts).toEqual({ PENDING_APPROVAL: 60 });
    const events = await server.db.sql<{ sequence: number; events: number }>(
      `select max(sequence) as sequence, count(*)::int as events from merchant_events
        where acquirer_id = 'PROV' and merchant_id = any($1) group by merchant_id`,
      [merchantIds],
    );
    expect(events).toEqual(Array(60).fill({ sequence: 3, events: 3 }));
  });

  it('is called again by another server after a crash, and a late answer changes nothing', async () => {
    let answerLate = () => {};
    provider.behave((request, response) => {
      answerLate = () =>
        answers(() =>
          JSON.stringify({
            results: [
              {
                merchantId: JSON.parse(request.body).merchants[0].merchantId,
                hits: [{ check: 'LATE', message: 'late' }],
              },
            ],
          }),
        )(request, response);
    }, nothingFound);
    const before = provider.received.length;
    const { applicationId } = await send();
    const slow = screening.idle();
    await provider.arrived(before + 1);
    const other = await open();
    await other.idle();
    expect(await statusOf(applicationId)).toMatchObject([{ status: 'SCREENING', attempts: 1 }]);
    await server.db.sql(
      `update merchants set screening_leased_until = now() - interval '1 second' where application_id = $1`,
      [applicationId],
    );
    await other.idle();
    const taken = { status: 'PENDING_APPROVAL', attempts: 2, hits: [], problem: null, nextAttemptAt: null };
    expect(await statusOf(applicationId)).toEqual([taken]);
    answerLate();
    await slow;
    expect(await statusOf(applicationId)).toEqual([taken]);
  });

  it('has no effect on a merchant that was rejected meanwhile', async () => {
    let answerLate = () => {};
    provider.behave((request, response) => {
      answerLate = () => nothingFound(request, response);
    });
    const before = provider.received.length;
    const { applicationId } = await send();
    const slow = screening.idle();
    await provider.arrived(before + 1);
    expect((await review(server, applicationId, 'reject', { reason: 'No' }, PROVIDED_CLIENT)).status).toBe(200);
    answerLate();
    await slow;
    expect(await statusOf(applicationId)).toMatchObject([{ status: 'REJECTED', hits: null }]);
  });

  it('that is slow does not delay other acquirers', async () => {
    provider.behave(hangBeforeHeaders);
    const before = provider.received.length;
    const application = await send();
    const slow = screening.idle();
    await provider.arrived(before + 1);
    const quick = await submit(server);
    screening.runSoon();
    await vi.waitFor(
      async () => expect(await statusesOf(server, quick.applicationId)).toEqual(['PENDING_APPROVAL']),
      WITHIN,
    );
    expect(await statusOf(application.applicationId)).toMatchObject([{ status: 'SCREENING', problem: null }]);
    await slow;
  });

  it('keeps its token sealed', async () => {
    const [row] = await server.db.sql<{ configuration: object; sealed: Buffer }>(
      `select configuration, sealed_screening_token as sealed from acquirers where acquirer_id = 'PROV'`,
    );
    expect(JSON.stringify(row!.configuration)).not.toContain(PROVIDER_TOKEN);
    expect(row!.sealed.toString('latin1')).not.toContain(PROVIDER_TOKEN);
    expect([...server.logs, ...logs].join('')).not.toContain(PROVIDER_TOKEN);
  });
});
