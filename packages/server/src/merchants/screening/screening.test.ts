import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyConfiguration } from '../../configuration/apply-configuration.ts';
import type { Configuration } from '../../configuration/configuration-schema.ts';
import { createLogger } from '../../http/request-log.ts';
import { maskValidCardNumbers } from '../../kernel/masked-text.ts';
import { createEnqueueAll, createGuardedPost, createHostResolver, type GuardedPost } from '../../outbox/index.ts';
import { amend, merchantBody, newId } from '../../testing/merchants.ts';
import {
  readApplicationOf,
  review,
  statusesOf,
  submit,
  submitAndScreen,
  uniqueMerchant,
} from '../../testing/reviews.ts';
import { testClock } from '../../testing/test-clock.ts';
import { TEST_NOW, type TestServer, testServer } from '../../testing/test-server.ts';
import {
  answers,
  answersStatus,
  closeConnection,
  endlessBody,
  hangBeforeHeaders,
  ofBytes,
  type Received,
  startReceiver,
  trickle,
  type WebhookReceiver,
} from '../../testing/webhook-receiver.ts';
import { WITHIN } from '../../testing/within.ts';
import { openVault, sandboxKeys } from '../../vault/index.ts';
import { openAcquirerDirectory } from '../acquirers/acquirer-directory.ts';
import { amendmentQueue } from '../amendments/amendment-queue.ts';
import { createDenyLists } from '../deny-list/deny-lists.ts';
import { boardingQueue } from './boarding-queue.ts';
import { createScreening, type Screening } from './screening.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

const hitsOf = async (applicationId: string, on = server): Promise<string[][]> => {
  const { json } = await readApplicationOf(on, applicationId);
  return json.merchants.map(
    (merchant: { screening: { hits: { check: string; path: string; message: string }[] | null } }) =>
      (merchant.screening.hits ?? []).map(({ check, path, message }) => `${check} ${path}: ${message}`),
  );
};

const loadDenyList = (csv: string, as = 'demo-reviewer') =>
  server.request({
    method: 'POST',
    url: '/V2/merchants/deny-list',
    as,
    headers: { 'content-type': 'text/csv' },
    payload: csv,
  });

describe('the built-in screening', () => {
  it('finds nothing about a merchant that shares nothing with others', async () => {
    const { applicationId } = await submitAndScreen(server);
    expect(await hitsOf(applicationId)).toEqual([[]]);
    expect(await statusesOf(server, applicationId)).toEqual(['PENDING_APPROVAL']);
  });

  it('finds an account of another merchant, for either purpose and in either notation of an IBAN', async () => {
    const [first, second, third] = [newId('IB'), newId('IB'), newId('IB')];
    await submitAndScreen(server, [uniqueMerchant({ debitAccountNumOrIban: 'AE46 0090 0000 0012 3456 789' }, first)]);
    const { applicationId } = await submitAndScreen(server, [
      uniqueMerchant({ creditAccountNumOrIban: 'ae460090000000123456789' }, second),
    ]);
    expect(await hitsOf(applicationId)).toEqual([
      [`DUPLICATE_ACCOUNT creditAccountNumOrIban: the account is also one of merchant ${first}`],
    ]);
    const more = await submitAndScreen(server, [
      uniqueMerchant({ debitAccountNumOrIban: 'AE460090000000123456789' }, third),
    ]);
    expect(await hitsOf(more.applicationId)).toEqual([
      [`DUPLICATE_ACCOUNT debitAccountNumOrIban: the account is also one of merchants ${first}, ${second}`],
    ]);
  });

  it('reports a TRN shared by two merchants of one request for both of them', async () => {
    const [first, second] = [newId('TR'), newId('TR')];
    const trn = '999900001111';
    const { applicationId } = await submitAndScreen(server, [
      uniqueMerchant({ trn }, first),
      uniqueMerchant({ trn }, second),
    ]);
    expect(await hitsOf(applicationId)).toEqual([
      [`DUPLICATE_TRN trn: the TRN is also that of merchant ${second}`],
      [`DUPLICATE_TRN trn: the TRN is also that of merchant ${first}`],
    ]);
  });

  it('names three others at most, however many there are', async () => {
    const trn = '888800002222';
    const ids = Array.from({ length: 6 }, () => newId('MANY'));
    const { applicationId } = await submitAndScreen(
      server,
      ids.map((id) => uniqueMerchant({ trn }, id)),
    );
    const hits = await hitsOf(applicationId);
    expect(hits.length).toBe(6);
    for (const [hit] of hits)
      expect(hit).toMatch(/^DUPLICATE_TRN trn: the TRN is also that of merchants (MANY-\d+, ){2}MANY-\d+ and others$/);
  });

  it('does not look at rejected and closed merchants, nor at those of another acquirer', async () => {
    const trn = '777700003333';
    const rejected = await submitAndScreen(server, [uniqueMerchant({ trn })]);
    await review(server, rejected.applicationId, 'reject');
    const closed = await submitAndScreen(server, [uniqueMerchant({ trn })]);
    await review(server, closed.applicationId, 'review');
    await review(server, closed.applicationId, 'approve');
    await server.db.sql(`update merchants set merchant_state = 'CLOSED' where merchant_id = $1`, closed.merchantIds);
    await submit(server, [uniqueMerchant({ trn })], 'other-acquirer');
    const { applicationId } = await submitAndScreen(server, [uniqueMerchant({ trn })]);
    expect(await hitsOf(applicationId)).toEqual([[]]);
  });

  it('finds restricted categories, including those of single schemes', async () => {
    const scheme = (cardScheme: string, mcc: unknown) => ({
      cardScheme,
      tariffRate: '1.10',
      schemeOverrideValue: { dbaName: 'Night Shop', mcc },
    });
    const configurations = {
      ...(merchantBody('X').configurations as object),
      overrideDefaultSchemesMcc: true,
      acceptedCardSchemes: [scheme('AAA', 5411), scheme('BBB', 7802), scheme('CCC', '0742')],
    };
    const { applicationId } = await submitAndScreen(server, [
      uniqueMerchant({ mcc: '7995', configurations }),
      uniqueMerchant({ mcc: '7800' }),
      uniqueMerchant({ mcc: '7801' }),
    ]);
    expect(await hitsOf(applicationId)).toEqual([
      [
        'RESTRICTED_MCC mcc: 7995 is a restricted category',
        'RESTRICTED_MCC configurations.acceptedCardSchemes[1].schemeOverrideValue.mcc: 7802 is a restricted category',
      ],
      [],
      ['RESTRICTED_MCC mcc: 7801 is a restricted category'],
    ]);
  });

  it('finds names on the deny list in any spelling, including names of organizations', async () => {
    await loadDenyList('name,reason\n"Black Harbour Trading, L.L.C.",Fraud in 2024\nالصقر الأسود ذ.م.م,Sanctions\n');
    const ngo = {
      serviceType: 'NGO',
      organizationName: 'black harbour trading',
      user: { email: 'a@b.example', firstName: 'A', lastName: 'B' },
    };
    const { applicationId } = await submitAndScreen(server, [
      uniqueMerchant({ merchantName: 'BLACK  HARBOUR - Trading' }),
      uniqueMerchant({ legalName: 'شركة الصَّقر الاسود' }),
      uniqueMerchant({ services: [{ serviceType: 'MCP' }, ngo] }),
    ]);
    const black = '"Black Harbour Trading, L.L.C." is on the deny list: Fraud in 2024';
    expect(await hitsOf(applicationId)).toEqual([
      [`DENY_LIST merchantName: ${black}`],
      ['DENY_LIST legalName: "الصقر الأسود ذ.م.م" is on the deny list: Sanctions'],
      [`DENY_LIST services[1].organizationName: ${black}`],
    ]);
  });

  it('accepts a merchant with numbers that jsonb cannot hold', async () => {
    const { applicationId } = await submitAndScreen(server, [uniqueMerchant({ note: { tiny: 1, text: 'ok' } })]);
    await server.db.sql(
      `update merchants set record = replace(record, '"tiny":1', '"tiny":1e999999'), status = 'RECEIVED',
              next_screening_at = changed_at where application_id = $1`,
      [applicationId],
    );
    await server.server.screened();
    expect(await statusesOf(server, applicationId)).toEqual(['PENDING_APPROVAL']);
  });
});

/** A separate acquirer with an outside provider, screened by one server or by several. */
describe('an outside provider', () => {
  const TOKEN = 'provider-token-0123456789';
  const PROVIDED = 'provided-acquirer';
  /** A clock of its own, so that access tokens stay valid. */
  const clock = testClock(TEST_NOW);
  const OPEN = {
    hitId: expect.stringMatching(/^[\da-f-]{36}$/),
    state: 'OPEN',
    foundAt: '2026-11-20T08:00:00.000Z',
    decidedBy: null,
    decidedAt: null,
    reason: null,
  };
  let provider: WebhookReceiver;
  let guarded: GuardedPost;
  let screening: Screening;
  const logs: string[] = [];
  const started: Screening[] = [];

  const configuration = (screeningSettings: Record<string, unknown> = {}): Configuration => ({
    banks: [],
    acquirers: [
      {
        acquirer_id: 'PROV',
        name: 'With a provider',
        screening: {
          url: `${provider.url}/screen`,
          token: TOKEN,
          timeout_ms: 2_000,
          attempts: 3,
          ...screeningSettings,
        },
      },
    ],
    oauth_clients: [
      {
        client_id: PROVIDED,
        secret: `${PROVIDED}-secret`,
        kind: 'acquirer',
        acquirer_id: 'PROV',
        scopes: ['merchants:write', 'merchants:read', 'merchants:review', 'merchants:approve'],
      },
    ],
  });

  const open = async (more: { allowPrivateAddresses?: boolean; ca?: string } = {}): Promise<Screening> => {
    const { database } = server.db;
    const vault = await openVault(database, await sandboxKeys(server.dataDir));
    guarded = createGuardedPost({
      allowHttp: false,
      hosts: createHostResolver(),
      allowPrivateAddresses: more.allowPrivateAddresses ?? true,
      extraCa: more.ca ?? provider.ca,
      connectMs: 2_000,
    });
    const made = createScreening({
      database,
      hideCardNumbers: maskValidCardNumbers,
      acquirers: await openAcquirerDirectory(database, vault),
      clock,
      post: guarded,
      logger: createLogger('debug', { write: (line) => void logs.push(line) }),
      denyLists: createDenyLists(),
      queues: [
        boardingQueue({ enqueueAll: createEnqueueAll(vault) }),
        amendmentQueue({ enqueueAll: createEnqueueAll(vault), approvesByItself: false }),
      ],
    });
    started.push(made);
    return made;
  };

  const configure = async (settings: Record<string, unknown> = {}) => {
    const { database } = server.db;
    const vault = await openVault(database, await sandboxKeys(server.dataDir));
    const { acquirers = [] } = configuration(settings);
    await applyConfiguration(database, { banks: [], acquirers, oauth_clients: [] }, { sandbox: true, vault });
    screening = await open();
  };

  const nothingFound = answers((request) =>
    JSON.stringify({
      results: JSON.parse(request.body).merchants.map(({ merchantId }: { merchantId: string }) => ({
        merchantId,
        hits: [],
      })),
    }),
  );
  const results = (make: (ids: string[], request: Received) => unknown) =>
    answers((request) =>
      JSON.stringify(
        make(
          JSON.parse(request.body).merchants.map((one: { merchantId: string }) => one.merchantId),
          request,
        ),
      ),
    );
  const send = (merchants = [uniqueMerchant()]) => submit(server, merchants, PROVIDED);
  const shown = async (applicationId: string) =>
    (await readApplicationOf(server, applicationId, '', PROVIDED)).json.merchants.map(
      ({ status, screening: { attempts, hits, problem, nextAttemptAt } }: never) =>
        ({ status, attempts, hits, problem, nextAttemptAt }) as unknown,
    );

  beforeAll(async () => {
    provider = await startReceiver();
    const { database } = server.db;
    const vault = await openVault(database, await sandboxKeys(server.dataDir));
    await applyConfiguration(database, configuration(), { sandbox: true, vault });
    await server.server.housekeeping.runDue();
  });
  beforeEach(async () => {
    provider.behave(nothingFound);
    await configure();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()));
    await guarded.close();
    await server.db.sql(`update merchants set status = 'REJECTED', next_screening_at = null, screening_leased_until = null
                          where acquirer_id = 'PROV' and status in ('RECEIVED', 'SCREENING')`);
  });
  afterAll(() => provider?.close());

  it('is sent who the merchants are, with its token, and its hits are shown to the reviewer', async () => {
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
      `Bearer ${TOKEN}`,
      'application/json',
    ]);
    const { configurations, kyc, merchantCurrency, statementDeliveryType, paymentMode, ...identity } = merchants[0]!;
    expect(
      [kyc, merchantCurrency, statementDeliveryType, paymentMode].length + Object.keys(configurations as object).length,
    ).toBe(8);
    expect(JSON.parse(body).merchants[0]).toEqual(identity);
    expect(await shown(applicationId)).toEqual([
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

  it('that does not answer leaves merchants waiting with the reason, and is asked again and again', async () => {
    provider.behave(answersStatus(503));
    const { applicationId } = await send();
    const waiting = async () => {
      await screening.idle();
      const [{ status: now, attempts, problem, nextAttemptAt }] = await shown(applicationId);
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
    expect(logs.some((line) => line.includes('could not screen some merchants'))).toBe(true);
    provider.behave(nothingFound);
    clock.advance(3_600_000);
    await screening.idle();
    expect(await shown(applicationId)).toEqual([
      { status: 'PENDING_APPROVAL', attempts: 5, hits: [], problem: null, nextAttemptAt: null },
    ]);
  });

  it('is asked at once on a person’s request', async () => {
    provider.behave(answersStatus(503));
    const { applicationId, merchantIds } = await send();
    await screening.idle();
    provider.behave(nothingFound);
    const answer = await review(server, applicationId, 'screen', { merchantIds }, PROVIDED);
    expect(answer.json.merchants).toEqual([{ merchantId: merchantIds[0], status: 'SCREENING' }]);
    await screening.idle();
    expect(await shown(applicationId)).toMatchObject([{ status: 'PENDING_APPROVAL', attempts: 1 }]);
    const events = await server.db.sql<{ sequence: number }>(
      `select sequence from merchant_events where acquirer_id = 'PROV' and merchant_id = $1 order by sequence`,
      merchantIds,
    );
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it.each([
    ['sends no answer', hangBeforeHeaders, 'no answer within '],
    ['sends a byte at a time', trickle(20), 'the answer did not end in time'],
  ])('that %s keeps the merchant waiting', async (_, behaviour, reason) => {
    await configure({ timeout_ms: 1_000 });
    provider.behave(behaviour);
    await expectProblem(reason);
  });

  it.each([
    ['closes the connection', closeConnection, 'the connection was closed without an answer'],
    ['never ends', endlessBody, 'the answer is longer than 1048576 bytes'],
    ['answers with too many bytes', ofBytes(1024 * 1024 + 1), 'the answer is longer than 1048576 bytes'],
    ['redirects', answersStatus(302, { location: 'https://elsewhere.example' }), 'HTTP 302'],
    ['refuses the token', answersStatus(401), 'HTTP 401'],
    ['answers in HTML', answers(() => '<html>'), 'the answer is not a JSON object'],
    ['answers a list', answers(() => '[]'), 'the answer is not a JSON object'],
    ['answers no results', answers(() => '{}'), "the answer's results is mandatory"],
    [
      'answers hits of another shape',
      results(([merchantId]) => ({ results: [{ merchantId, hits: [{ check: 7 }] }] })),
      "the answer's results[0].hits[0].check must be a string",
    ],
    [
      'answers with more than 50 hits',
      results(([merchantId]) => ({ results: [{ merchantId, hits: Array(51).fill({ check: 'A', message: 'b' }) }] })),
      "the answer's results[0].hits must hold at most 50",
    ],
    [
      'answers about an unknown merchant',
      results(() => ({ results: [{ merchantId: 'SOMEBODY', hits: [] }] })),
      'the answer is about a merchant that was not asked for',
    ],
    [
      'answers twice about one',
      results(([merchantId]) => ({
        results: [
          { merchantId, hits: [] },
          { merchantId, hits: [] },
        ],
      })),
      'the answer has two results for one merchant',
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
    const [{ status: now, hits, problem }] = await shown(applicationId);
    expect([now, hits]).toEqual(['SCREENING', null]);
    expect(problem).toContain(reason);
  }

  it('that answers about some of the merchants lets those continue', async () => {
    provider.behave(results(([first]) => ({ results: [{ merchantId: first, hits: [] }] })));
    const { applicationId } = await send([uniqueMerchant(), uniqueMerchant()]);
    await screening.idle();
    expect(await shown(applicationId)).toMatchObject([
      { status: 'PENDING_APPROVAL' },
      { status: 'SCREENING', attempts: 1 },
    ]);
  });

  it('is not asked at a private address, nor with an untrusted certificate', async () => {
    const asked = provider.received.length;
    const { applicationId } = await send();
    await (await open({ allowPrivateAddresses: false })).idle();
    expect((await shown(applicationId))[0].problem).toBe('the screening provider: the address is not public');
    clock.advance(3_600_000);
    const stranger = await startReceiver({ tls: 'stranger' });
    await configure({ url: stranger.url });
    await screening.idle();
    expect((await shown(applicationId))[0].problem).toBe(
      'the screening provider: the certificate is not signed by a trusted authority',
    );
    await stranger.close();
    expect(provider.received.length).toBe(asked);
  });

  it('is asked about a thousand merchants in batches of fifty, in the order of arrival', async () => {
    const before = provider.received.length;
    const { applicationId, merchantIds } = await send(Array.from({ length: 120 }, () => uniqueMerchant()));
    await screening.idle();
    const asked = provider.received
      .slice(before)
      .map(({ body }) => JSON.parse(body).merchants.map((one: { merchantId: string }) => one.merchantId));
    expect(asked.map((batch) => batch.length)).toEqual([50, 50, 20]);
    expect(asked.flat()).toEqual(merchantIds);
    const { json } = await readApplicationOf(server, applicationId, '', PROVIDED);
    expect(json.counts).toEqual({ PENDING_APPROVAL: 120 });
  });

  it('is asked once when several servers run', async () => {
    const before = provider.received.length;
    const others = await Promise.all([open(), open(), open()]);
    const { applicationId, merchantIds } = await send(Array.from({ length: 60 }, () => uniqueMerchant()));
    await Promise.all([screening, ...others].flatMap((each) => [each.idle(), each.idle()]));
    await Promise.all([screening, ...others].map((each) => each.idle()));
    const asked = provider.received
      .slice(before)
      .flatMap(({ body }) => JSON.parse(body).merchants.map((one: { merchantId: string }) => one.merchantId));
    expect(asked.sort()).toEqual([...merchantIds].sort());
    const { json } = await readApplicationOf(server, applicationId, '', PROVIDED);
    expect(json.counts).toEqual({ PENDING_APPROVAL: 60 });
    const events = await server.db.sql<{ sequence: number; events: number }>(
      `select max(sequence) as sequence, count(*)::int as events from merchant_events
        where acquirer_id = 'PROV' and merchant_id = any($1) group by merchant_id`,
      [merchantIds],
    );
    expect(events).toEqual(Array(60).fill({ sequence: 3, events: 3 }));
  });

  it('is asked again by another server after one died, and a late answer changes nothing', async () => {
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
    expect(await shown(applicationId)).toMatchObject([{ status: 'SCREENING', attempts: 1 }]);
    await server.db.sql(
      `update merchants set screening_leased_until = now() - interval '1 second' where application_id = $1`,
      [applicationId],
    );
    await other.idle();
    const taken = { status: 'PENDING_APPROVAL', attempts: 2, hits: [], problem: null, nextAttemptAt: null };
    expect(await shown(applicationId)).toEqual([taken]);
    answerLate();
    await slow;
    expect(await shown(applicationId)).toEqual([taken]);
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
    expect((await review(server, applicationId, 'reject', { reason: 'No' }, PROVIDED)).status).toBe(200);
    answerLate();
    await slow;
    expect(await shown(applicationId)).toMatchObject([{ status: 'REJECTED', hits: null }]);
  });

  it('that is slow does not delay other acquirers', async () => {
    provider.behave(hangBeforeHeaders);
    const before = provider.received.length;
    const held = await send();
    const slow = screening.idle();
    await provider.arrived(before + 1);
    const quick = await submit(server);
    screening.kick();
    await vi.waitFor(
      async () => expect(await statusesOf(server, quick.applicationId)).toEqual(['PENDING_APPROVAL']),
      WITHIN,
    );
    expect(await shown(held.applicationId)).toMatchObject([{ status: 'SCREENING', problem: null }]);
    await slow;
  });

  it('keeps its token sealed', async () => {
    const [row] = await server.db.sql<{ configuration: object; sealed: Buffer }>(
      `select configuration, sealed_screening_token as sealed from acquirers where acquirer_id = 'PROV'`,
    );
    expect(JSON.stringify(row!.configuration)).not.toContain(TOKEN);
    expect(row!.sealed.toString('latin1')).not.toContain(TOKEN);
    expect([...server.logs, ...logs].join('')).not.toContain(TOKEN);
  });
});

describe('a server', () => {
  it('screens received merchants right after the commit, by itself', async () => {
    const own = await testServer({}, { screensByItself: true });
    try {
      const { applicationId } = await submit(own);
      await vi.waitFor(async () => expect(await statusesOf(own, applicationId)).toEqual(['PENDING_APPROVAL']), WITHIN);
    } finally {
      await own.close();
    }
  });
});

describe('the sandbox switch for automatic approval', () => {
  it('boards merchants without hits, and leaves the others to people', async () => {
    const own = await testServer({ CARDWRIGHT_SANDBOX_AUTO_APPROVE: 'true' });
    try {
      const merchants = [uniqueMerchant(), uniqueMerchant({ kyc: false }), uniqueMerchant({ mcc: '7995' })];
      const { applicationId, merchantIds } = await submit(own, merchants);
      await own.server.screened();
      const { json } = await readApplicationOf(own, applicationId);
      expect(json.merchants.map((one: { status: string }) => one.status)).toEqual([
        'BOARDED',
        'PENDING_APPROVAL',
        'PENDING_APPROVAL',
      ]);
      expect(json.merchants[0]).toMatchObject({
        merchantState: 'ACTIVE',
        reviewedBy: 'sandbox',
        approvedBy: 'sandbox',
      });
      const events = await own.db.sql<{ line: string }>(
        `select concat_ws(' ', sequence, to_state, reason) as line from merchant_events where merchant_id = $1 order by sequence`,
        [merchantIds[0]],
      );
      expect(events.map(({ line }) => line)).toEqual([
        '1 RECEIVED',
        '2 SCREENING',
        '3 PENDING_APPROVAL',
        '4 APPROVED The screening found nothing (CARDWRIGHT_SANDBOX_AUTO_APPROVE)',
        '5 BOARDED The screening found nothing (CARDWRIGHT_SANDBOX_AUTO_APPROVE)',
      ]);
      const read = await own.request({ method: 'GET', url: `/V2/merchants/${merchantIds[0]}`, as: 'demo-acquirer' });
      expect(read.json).toMatchObject({ status: 'BOARDED', version: 1 });
      const amended = await amend(own, merchantIds[0]!, ['MCC'], { mcc: '5999' });
      expect(amended.text).toContain('"status":"BOARDED"');
      const found = await amend(own, merchantIds[0]!, ['MCC'], { mcc: '7995' });
      expect(found.text).toContain('"status":"PENDING_APPROVAL"');
    } finally {
      await own.close();
    }
  });
});
