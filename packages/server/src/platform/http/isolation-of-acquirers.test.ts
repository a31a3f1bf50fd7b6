import { createHash } from 'node:crypto';
import { OPERATIONS, type Operation, partScopesOf, SCOPES } from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import type { Configuration } from '../../host/configuration/configuration-schema.ts';
import { expectAccepted } from '../../testing/merchants/amendment-requests.ts';
import { chainBody, newId, onboard, requestOf, terminalBody } from '../../testing/merchants/merchants.ts';
import { review, type SentApplication, submit, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { requestsNaming, sampleOf, toTestRequest } from '../../testing/requests/sample-requests.ts';
import { codeOf, comparableAnswer, merchantRequests, type TestRequest } from '../../testing/requests/test-requests.ts';
import { fileServer } from '../../testing/test-server.ts';
import { registerWebhook, webhooks } from '../../testing/webhooks.ts';

const MERCHANT_OPERATIONS: readonly Operation[] = OPERATIONS.filter(({ id }) => id.startsWith('merchants.'));
const IDS = MERCHANT_OPERATIONS.map(({ id }) => id);

const NO_APPLICATION = '00000000-0000-4000-8000-000000000000';
const NO_ENDPOINT = '00000000-0000-4000-8000-000000000000';
const UNKNOWN_MERCHANT = 'NOBODY-000001';
/** An id that the other acquirer uses. */
const FREE = 'FREE-000001';
const NO_CHAIN = 'NO-CHAIN-000001';
const NO_TERMINAL = 'NO-TERMINAL-1';
const NO_REQUEST = 'NO-REQUEST-1';

/**
 * The other acquirer has a boarded merchant with terminal, chain and a pending amendment, and two merchants that wait
 * for review.
 */
const boarded = newId('THEIRS');
const waiting = newId('THEIRS');
const second = newId('THEIRS');
const theirChain = newId('CHAIN');
const theirTerminal = newId('TERM');
const server = fileServer();
let theirs: SentApplication;
let ours: SentApplication;
/** The application of their amendment. */
let theirAmendment: string;
let theirEndpoint: string;

beforeAll(async () => {
  const oauth_clients: Configuration['oauth_clients'] = [
    {
      client_id: 'wide-acquirer',
      secret: 'wide-acquirer-secret',
      kind: 'acquirer',
      acquirer_id: 'DEMO',
      scopes: [...SCOPES],
    },
    { client_id: 'wide-network', secret: 'wide-network-secret', kind: 'network', scopes: [...SCOPES] },
    {
      client_id: 'deciding-acquirer',
      secret: 'deciding-acquirer-secret',
      kind: 'acquirer',
      acquirer_id: 'OTHER',
      scopes: ['merchants:approve', 'merchants:read', 'webhooks:write', 'webhooks:read'],
    },
  ];
  await applyConfiguration(server.db.database, { banks: [], oauth_clients }, { sandbox: true });
  const first = uniqueMerchant({ terminals: [terminalBody(theirTerminal)] }, boarded);
  const answer = await onboard(server, requestOf([first], { chain: chainBody(theirChain) }), { as: 'other-acquirer' });
  expect(answer.status, answer.text).toBe(202);
  const { applications } = answer.json as unknown as { applications: { applicationId: string }[] };
  await server.server.screeningIdle();
  const { applicationId } = applications[0]!;
  expect((await review(server, applicationId, 'review', undefined, 'other-acquirer')).status).toBe(200);
  expect((await review(server, applicationId, 'approve', undefined, 'deciding-acquirer')).status).toBe(200);
  const amendment = { merchantId: boarded, amendmentList: ['MCC'], mcc: '5999' };
  const amended = expectAccepted(await onboard(server, requestOf([amendment]), { as: 'other-acquirer' }));
  expect(amended.taken).toMatchObject({ status: 'PENDING_APPROVAL' });
  theirAmendment = amended.applicationId;
  theirs = await submit(
    server,
    [uniqueMerchant({ kyc: false }, waiting), uniqueMerchant({}, second)],
    'other-acquirer',
  );
  ours = await submit(server, [uniqueMerchant({ kyc: false })]);
  await server.server.screeningIdle();
  const list = merchantRequests({ ...theirs, merchantId: waiting })['merchants.load-deny-list']!;
  expect((await server.request({ ...list, as: 'other-acquirer' })).status).toBe(200);
  for (const id of [boarded, waiting]) {
    const draft = { method: 'PUT', url: `/V2/merchants/drafts/${id}`, payload: { merchant: {} } } as const;
    expect((await server.request({ ...draft, as: 'other-acquirer' })).status).toBe(200);
  }
  theirEndpoint = (await registerWebhook(server, {}, 'deciding-acquirer')).id;
});

type Pair = [what: string, foreign: TestRequest, missing: TestRequest, code: string];

/** The same request about an object of the other acquirer, and about one that does not exist. */
function foreignRequests(id: string, code: string): () => Pair[] {
  const nothing = { merchantId: UNKNOWN_MERCHANT, applicationId: NO_APPLICATION, requestId: NO_REQUEST };
  return () => [
    ['boarded', merchantRequests({ ...theirs, merchantId: boarded })[id]!, merchantRequests(nothing)[id]!, code],
    ['waiting', merchantRequests({ ...theirs, merchantId: waiting })[id]!, merchantRequests(nothing)[id]!, code],
    [
      'amended',
      merchantRequests({ ...theirs, merchantId: boarded, applicationId: theirAmendment })[id]!,
      merchantRequests(nothing)[id]!,
      code,
    ],
  ];
}

/** An action on an own application that names a merchant of the other acquirer. */
function reviewed(id: string): () => Pair[] {
  const naming = (merchantId: string): TestRequest => {
    const request = merchantRequests({ ...ours, merchantId })[id]!;
    return { ...request, payload: { ...(request.payload as object), merchantIds: [merchantId] } };
  };
  return () => [...foreignRequests(id, '308')(), ['merchant', naming(waiting), naming(UNKNOWN_MERCHANT), '305']];
}

function boarding(merchant: Record<string, unknown>, more: Record<string, unknown> = {}): TestRequest {
  const body = requestOf([merchant], more);
  return { method: 'POST', url: '/V2/merchants/onboarding', payload: body };
}

/**
 * Requests of an acquirer about the other one's data. Ids are unique per acquirer, so an id that the other one uses is
 * accepted with 000.
 */
const FOREIGN: Record<string, () => Pair[]> = {
  'merchants.onboard-merchants': () => {
    const link = (chainId: string) =>
      boarding({ merchantId: ours.merchantIds[0], amendmentList: ['LINKED_CHAIN'], chain: { chainId } });
    const terminal = (id: string) => uniqueMerchant({ terminals: [terminalBody(id)] });
    const existing = (chainId: string) => ({ chain: chainBody(chainId, { alreadyExist: true }) });
    return [
      ...foreignRequests('merchants.onboard-merchants', '305')(),
      ['merchant id', boarding(uniqueMerchant({}, second)), boarding(uniqueMerchant({}, FREE)), '000'],
      ['terminal id', boarding(terminal(theirTerminal)), boarding(terminal(NO_TERMINAL)), '000'],
      [
        'chain',
        boarding(uniqueMerchant(), existing(theirChain)),
        boarding(uniqueMerchant(), existing(NO_CHAIN)),
        '306',
      ],
      ['chain to link to', link(theirChain), link(NO_CHAIN), '306'],
      [
        'chain to board',
        boarding(uniqueMerchant(), { chain: chainBody(theirChain) }),
        boarding(uniqueMerchant(), { chain: chainBody(NO_CHAIN) }),
        '000',
      ],
    ];
  },
  'merchants.read-onboarding-status': foreignRequests('merchants.read-onboarding-status', '308'),
  'merchants.read-merchant': foreignRequests('merchants.read-merchant', '305'),
  'merchants.list-versions': foreignRequests('merchants.list-versions', '305'),
  'merchants.read-application': foreignRequests('merchants.read-application', '308'),
  'merchants.clear-hit': foreignRequests('merchants.clear-hit', '308'),
  'merchants.confirm-hit': foreignRequests('merchants.confirm-hit', '308'),
  'merchants.review-application': reviewed('merchants.review-application'),
  'merchants.confirm-kyc': reviewed('merchants.confirm-kyc'),
  'merchants.request-information': reviewed('merchants.request-information'),
  'merchants.reject-application': reviewed('merchants.reject-application'),
  'merchants.screen-application': reviewed('merchants.screen-application'),
  'merchants.return-application': reviewed('merchants.return-application'),
  'merchants.approve-application': reviewed('merchants.approve-application'),
  'merchants.read-draft': foreignRequests('merchants.read-draft', '308'),
  'merchants.delete-draft': foreignRequests('merchants.delete-draft', '308'),
  // an id of the other acquirer's draft is free for this one
  'merchants.save-draft': foreignRequests('merchants.save-draft', '421'),
  // these refer to no foreign object: they have separate tests below
  'merchants.list-merchants': () => [],
  'merchants.list-applications': () => [],
  'merchants.list-drafts': () => [],
  'merchants.read-onboarding-rules': () => [],
  'merchants.replace-onboarding-rules': () => [],
  'merchants.load-deny-list': () => [],
  'merchants.read-deny-list': () => [],
};

/**
 * The published example of an operation without a case above, about an object of the other acquirer and about one that
 * does not exist.
 */
function namingTheirs(id: string): Pair[] {
  return requestsNaming(id, [
    ['305', { merchantId: waiting }, { merchantId: UNKNOWN_MERCHANT }],
    ['308', { applicationId: theirs.applicationId }, { applicationId: NO_APPLICATION }],
    ['308', { requestId: theirs.requestId }, { requestId: NO_REQUEST }],
  ]);
}

async function otherAcquirersRows(): Promise<string> {
  const tables = await server.db.sql<{ name: string }>(
    `select t.relname as name from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attname = 'acquirer_id'
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition order by 1`,
  );
  expect(tables.length).toBe(16);
  const hash = createHash('sha256');
  for (const { name } of tables) {
    hash.update(
      JSON.stringify(
        await server.db.sql(`select t::text as row from ${name} t where acquirer_id = 'OTHER' order by 1`),
      ),
    );
  }
  const endpoints = `select t::text as row from webhook_endpoints t where endpoint_id = $1`;
  hash.update(JSON.stringify(await server.db.sql(endpoints, [theirEndpoint])));
  return hash.digest('hex');
}

/** Removes the values that differ by design: ids of the request, and generated ids. */
function withoutNames({ text, ...rest }: ReturnType<typeof comparableAnswer>) {
  const ids = text
    .replace(/"(?:\d{13}-)?[\da-f]{8}-[\da-f-]{27}"/g, '"MADE"')
    .replace(/"(?:requestId|merchantId)":"[^"]+"/g, '"named":"ID"');
  const names = [boarded, waiting, second, FREE, theirChain, theirTerminal, UNKNOWN_MERCHANT, NO_CHAIN, NO_TERMINAL];
  return { ...rest, text: names.reduce((left, name) => left.replaceAll(name, 'NAME'), ids) };
}

describe('another acquirer', () => {
  it.each(IDS)(
    '%s: data of the other acquirer is answered word for word like data that does not exist, and stays unchanged',
    async (id) => {
      const before = await otherAcquirersRows();
      for (const [what, foreign, missing, code] of FOREIGN[id]?.() ?? namingTheirs(id)) {
        const ofForeign = await server.request({ ...foreign, as: 'wide-acquirer' });
        const ofMissing = await server.request({ ...missing, as: 'wide-acquirer' });
        expect([what, codeOf(ofForeign), codeOf(ofMissing)]).toEqual([what, code, code]);
        expect(withoutNames(comparableAnswer(ofForeign))).toEqual(withoutNames(comparableAnswer(ofMissing)));
      }
      expect(await otherAcquirersRows()).toBe(before);
    },
  );

  it('appears in no list of this acquirer', async () => {
    for (const path of ['', '?status=PENDING_APPROVAL', '/applications', '/applications?status=PENDING_APPROVAL']) {
      const { text } = await server.request({ method: 'GET', url: `/V2/merchants${path}`, as: 'wide-acquirer' });
      expect(text).toContain(path.startsWith('/applications') ? ours.applicationId : ours.merchantIds[0]);
      for (const id of [boarded, waiting]) expect(text).not.toContain(id);
      for (const id of [theirs.applicationId, theirAmendment]) expect(text).not.toContain(id);
    }
    const list = await server.request({ method: 'GET', url: '/V2/merchants/deny-list', as: 'wide-acquirer' });
    expect(list.json).toEqual({ names: [], next_cursor: null });
  });

  it('keeps its deny list when this one loads one', async () => {
    const before = await otherAcquirersRows();
    const request = merchantRequests({ ...ours, merchantId: UNKNOWN_MERCHANT })['merchants.load-deny-list']!;
    expect((await server.request({ ...request, as: 'wide-acquirer' })).status).toBe(200);
    const nothing = { ...request, payload: 'name,reason\n' };
    expect((await server.request({ ...nothing, as: 'wide-acquirer' })).json).toEqual({ names: 0, alike: 0 });
    expect(await otherAcquirersRows()).toBe(before);
  });

  it('has webhook endpoints that no other acquirer sees, and no bank of the same name', async () => {
    const requests: ['GET' | 'POST' | 'PATCH', string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { state: 'PAUSED' }],
      ['POST', '/rotate-secret', {}],
      ['POST', '/test', {}],
      ['GET', '/attempts'],
      ['GET', '/messages'],
      ['POST', '/replay', { since: '2026-01-01T00:00:00Z' }],
    ];
    const before = await otherAcquirersRows();
    const { id: own } = await registerWebhook(server, {}, 'wide-acquirer');
    for (const [method, path, body] of requests) {
      const send = (id: string, as: string) =>
        webhooks(server, `/${id}${path}`, { as, method, ...(body !== undefined && { body }) });
      for (const [foreign, as] of [
        [theirEndpoint, 'wide-acquirer'],
        [theirEndpoint, 'other-bank'],
        [own, 'demo-bank'],
      ] as const) {
        const [ofForeign, ofMissing] = [await send(foreign, as), await send(NO_ENDPOINT, as)];
        expect([as, codeOf(ofForeign)]).toEqual([as, '312']);
        expect(comparableAnswer(ofForeign)).toEqual(comparableAnswer(ofMissing));
      }
    }
    expect((await webhooks(server, '', { as: 'demo-bank' })).text).not.toContain(own);
    expect((await webhooks(server, '', { as: 'wide-acquirer' })).text).not.toContain(theirEndpoint);
    expect(await otherAcquirersRows()).toBe(before);
  });
});

describe('merchants', () => {
  it.each(MERCHANT_OPERATIONS.map((each) => [each.id, [each.scope, ...partScopesOf(each)]] as const))(
    '%s is for acquirers that have its scope, or that of a part: %j',
    async (id, scopes) => {
      const request =
        merchantRequests({ ...ours, merchantId: ours.merchantIds[0]! })[id] ?? toTestRequest(sampleOf(id));
      for (const as of ['other-bank', 'wide-network']) {
        const answer = await server.request({ ...request, as });
        expect([as, answer.status, codeOf(answer)]).toEqual([as, 403, '203']);
      }
      const { json } = await server.request({
        method: 'POST',
        url: '/oauth2/token',
        payload: {
          grant_type: 'client_credentials',
          client_id: 'wide-acquirer',
          client_secret: 'wide-acquirer-secret',
          scope: SCOPES.filter((scope) => !scopes.includes(scope)).join(' '),
        },
      });
      const headers = { ...request.headers, authorization: `Bearer ${json.access_token}` };
      const answer = await server.request({ ...request, headers });
      expect([answer.status, codeOf(answer)]).toEqual([403, '202']);
    },
  );

  it('are isolated in the same way under /V1', async () => {
    const read = (id: string) => server.request({ method: 'GET', url: `/V1/merchants/${id}`, as: 'wide-acquirer' });
    const [foreign, missing] = [await read(boarded), await read(NO_REQUEST)];
    expect(codeOf(foreign)).toBe('305');
    expect(comparableAnswer(foreign)).toEqual(comparableAnswer(missing));
  });
});
