import {
  type FaultKind,
  type FieldSchema,
  faultsOf,
  type InputFault,
  type JsonObject,
  OPERATIONS,
  type Operation,
} from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { INSURANCE_HEADERS } from '../../../testing/cards/insurance.ts';
import { TOKEN_REASON } from '../../../testing/cards/tokens.ts';
import { FAULT_CODES } from '../../../testing/decisions/fault-codes.ts';
import { sampleOf } from '../../../testing/requests/sample-requests.ts';
import { fileServer } from '../../../testing/test-server.ts';

/**
 * The parts of a request that have fields. All but the body are text. A path parameter cannot be missing, because that
 * would be another path.
 */
const PLACES = ['params', 'query', 'headers', 'request'] as const;
type Place = (typeof PLACES)[number];
const POSSIBLE: Record<Place, readonly FaultKind[]> = {
  params: ['too long', 'too short', 'not in its list', 'of the wrong format'],
  query: ['too long', 'too short', 'not in its list', 'of the wrong format'],
  headers: ['missing', 'empty', 'too long', 'too short', 'not in its list', 'of the wrong format'],
  request: Object.keys(FAULT_CODES) as FaultKind[],
};

type Sample = Record<Place, JsonObject>;
const CARD = { card_identifier_id: '9000000000000000001' };
const TYPE = { card_identify_type: 'EXID' };
const NOTHING: Sample = { params: {}, query: {}, headers: INSURANCE_HEADERS, request: {} };

const TOKEN = { ...NOTHING, headers: {}, params: { token_reference: '00000000-0000-4000-8000-000000000000' } };

const ENDPOINT = { ...NOTHING, headers: {}, params: { endpoint_id: '00000000-0000-4000-8000-000000000000' } };
const PAGE = { limit: '10', cursor: '1795161600000-1' };
const FOUND_BY = {
  notification_id: '00000000-0000-4000-8000-000000000000',
  token_reference: '00000000-0000-4000-8000-000000000000',
  outcome: 'REJECTED',
};
const OAUTH = { token_url: 'https://bank.example/token', client_id: 'us', client_secret: 'secret', scope: 'hooks' };

/** One valid request for each operation of these capabilities, with every optional field. */
const SAMPLES: Record<string, Sample> = {
  'insurance.list-programs': { ...NOTHING, params: CARD, query: TYPE },
  'insurance.read-program': { ...NOTHING, params: { ...CARD, code: '01' }, query: TYPE },
  'insurance.list-programs-by-number': { ...NOTHING, request: { card_number: '4000001234567899' } },
  'insurance.change-program': {
    ...NOTHING,
    params: { ...CARD, code: '01' },
    query: TYPE,
    request: { is_active: 'CANCELLED', requested_by: 'CARDHOLDER' },
  },
  'tokens.provision-token': {
    ...NOTHING,
    headers: {},
    request: {
      ...CARD,
      card_identifier_type: 'EXID',
      requestor_id: '4001003027',
      requestor_name: 'Example Pay',
      device_type: 'PHONE',
      activation: 'CODE',
      activation_pref: 'SMS',
      ...TOKEN_REASON,
    },
  },
  'tokens.list-tokens': {
    ...NOTHING,
    headers: {},
    query: { ...CARD, card_identifier_type: 'EXID', state: 'ACTIVE', limit: '10', cursor: '1795161600000-1' },
  },
  'tokens.list-provisionings': {
    ...NOTHING,
    headers: {},
    query: {
      ...{ card: '9999999999999999990', outcome: 'DECLINED', reason: 'RULE', rule: 'RULE', requestor: '1' },
      ...{ network: 'network', token: '00000000-0000-4000-8000-000000000000' },
      ...{ from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z', limit: '10', cursor: '1795161600000-1' },
    },
  },
  'tokens.read-token': TOKEN,
  'tokens.issue-activation-code': { ...TOKEN, request: { activation_pref: 'SMS', ...TOKEN_REASON } },
  'tokens.activate-token': { ...TOKEN, request: { activation_code: '123456', ...TOKEN_REASON } },
  'tokens.suspend-token': { ...TOKEN, request: TOKEN_REASON },
  'tokens.resume-token': { ...TOKEN, request: TOKEN_REASON },
  'tokens.deactivate-token': { ...TOKEN, request: TOKEN_REASON },
  'tokens.delete-token': { ...TOKEN, request: TOKEN_REASON },
  'tokens.read-controls': TOKEN,
  'tokens.set-controls': {
    ...TOKEN,
    request: {
      ...{ validUntil: '2026-12-31T20:00:00Z', singleUse: true, maxAmount: '50.00' },
      merchants: { allowed: ['SHOP1'], blocked: ['SHOP2'] },
      categories: { allowed: ['5411'], blocked: ['7995'] },
      countries: { allowed: ['AE'], blocked: ['DE'] },
    },
  },
  'webhooks.register-endpoint': {
    ...NOTHING,
    headers: {},
    // refused for a reason that no schema expresses, so that the test registers no endpoint
    request: {
      url: 'ftp://bank.example/',
      description: 'Main',
      max_in_flight: 4,
      events_per_request: 10,
      events: ['TC'],
      final_codes: ['30'],
      backfill: { since: '2026-11-20T08:00:00Z', after: '00000000-0000-4000-8000-000000000000' },
      oauth: OAUTH,
      ed25519: true,
      reason: 'For the app',
    },
  },
  'receiver.list-notifications': { ...NOTHING, headers: {}, query: { type: 'AC', ...PAGE } },
  'webhooks.list-endpoints': { ...NOTHING, headers: {} },
  'webhooks.list-events': {
    ...NOTHING,
    headers: {},
    query: {
      type: 'TC',
      stream: `token:${TOKEN.params.token_reference}`,
      from: '2026-11-20T08:00:00Z',
      to: '2026-11-21T08:00:00Z',
      ...PAGE,
    },
  },
  'webhooks.read-endpoint': ENDPOINT,
  'webhooks.change-endpoint': {
    ...ENDPOINT,
    request: {
      reason: 'For the app',
      url: 'https://bank.example/',
      description: 'Main',
      state: 'PAUSED',
      max_in_flight: 4,
      events_per_request: 10,
      events: ['TC'],
      final_codes: ['30'],
      oauth: OAUTH,
    },
  },
  'webhooks.rotate-secret': { ...ENDPOINT, request: { overlap_seconds: 60, reason: 'Rotated once a year' } },
  'webhooks.test-endpoint': { ...ENDPOINT, request: { indicator: '6' } },
  'webhooks.list-attempts': { ...ENDPOINT, query: { ...FOUND_BY, ...PAGE } },
  'webhooks.list-messages': { ...ENDPOINT, query: { state: 'DEAD', ...FOUND_BY, ...PAGE } },
  'webhooks.replay-messages': {
    ...ENDPOINT,
    request: {
      notification_id: '00000000-0000-4000-8000-000000000000',
      since: '2026-11-20T08:00:00Z',
      state: 'DEAD',
    },
  },
};
const CAPABILITIES = [...new Set(Object.keys(SAMPLES).map((id) => id.split('.')[0]!))];

/** Operations that return a list, which may be empty. */
const LISTS = ['webhooks.list-endpoints', 'webhooks.list-events', 'receiver.list-notifications'];

/** The error code of the answer to a valid request about an object that does not exist. */
function codeOfUnknown(id: string, { params }: Sample): string | undefined {
  if (LISTS.includes(id)) return undefined;
  if (id === 'webhooks.register-endpoint') return '106';
  if ('endpoint_id' in params) return '312';
  return 'token_reference' in params ? '307' : '303';
}

/**
 * Faults that the interface accepts: a card identifier of 20 digits, and null where the interface itself writes null.
 */
function isAccepted(id: string, { kind, path, request }: InputFault): boolean {
  if (kind === 'null') return id === 'insurance.change-program' && path === 'requested_by';
  return kind === 'too long' && /^\d{20}$/.test(String(request[path])) && path === 'card_identifier_id';
}

const server = fileServer();

const operations = (OPERATIONS as readonly Operation[]).flatMap((operation) =>
  operation.surface === 'rest' && CAPABILITIES.includes(operation.id.split('.')[0]!) ? [operation] : [],
);

/** Optional fields that the published example of an operation does not have. */
const MORE: Record<string, JsonObject> = {
  'tokens.preview-provisioning': {
    provisioning: {
      rules: [
        {
          ...{ name: 'ABROAD', effect: 'decline', description: 'Devices abroad' },
          ...{ from: '2026-11-20T00:00:00Z', until: '2026-11-21T00:00:00Z' },
          condition: { field: 'isForeignDevice', op: 'eq', value: true },
        },
      ],
      settings: {
        ...{ tokensOfCard: 10, cardsOfDevice: 5, declinesIn24h: 5 },
        ...{ lowScores: 'APPROVED', unknownScores: 'APPROVED' },
      },
    },
  },
};

/** Removes the limits, which have their own tests. */
function withoutLimits(schema: FieldSchema): FieldSchema {
  const { limits: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

/** An operation without a request above uses its published example. */
function published(id: string): Sample {
  const { params, query, headers, body } = sampleOf(id);
  return { params, query, headers, request: { ...(typeof body === 'object' && body), ...MORE[id] } };
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const sample = SAMPLES[id] ?? published(id);

  const send = ({ params, query, headers, request }: Sample) => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(query as Record<string, string>).toString();
    return server.request({
      method: operation.method,
      url: `/V2${path}${search === '' ? '' : `?${search}`}`,
      as: 'demo-bank',
      headers: headers as Record<string, string>,
      ...(operation.request !== null && { payload: request }),
    });
  };

  const faultsIn = (place: Place) =>
    faultsOf(withoutLimits((operation[place] ?? {}) as FieldSchema), sample[place]).filter(
      (fault) =>
        POSSIBLE[place].includes(fault.kind) &&
        !isAccepted(id, fault) &&
        // conditions have their own tests
        !/\.condition\b/.test(fault.path) &&
        // a header cannot hold characters outside latin-1
        (place !== 'headers' || !/[^\x20-\xff]/.test(JSON.stringify(fault.request))),
    );

  it('answers its valid request about a card, a token or an endpoint that does not exist', async () => {
    const answer = await send(sample);
    // the test of the operation itself checks which code its example gets
    if (id in SAMPLES) expect(answer.json.error_code).toBe(codeOfUnknown(id, sample));
    // a bank does not request tokens
    else expect(id === 'tokens.request-provisioning' ? [403] : [200, 404]).toContain(answer.status);
  });

  it.each(PLACES.filter((place) => Object.keys(sample[place]).length > 0))(
    'each field of its %s in turn broken in every way: its code, its path, nothing else',
    async (place) => {
      const faults = faultsIn(place);
      expect(faults.length).toBeGreaterThan(0);
      for (const fault of faults) {
        const answer = await send({ ...sample, [place]: fault.request });
        const code = FAULT_CODES[fault.kind];
        expect({ ...fault, http: answer.status, errors: answer.json.errors }).toEqual({
          ...fault,
          http: 400,
          errors: [{ path: fault.path, code, message: expect.any(String) }],
        });
        expect(answer.json).toMatchObject({ error_code: code, detail: expect.stringContaining(fault.path) });
      }
    },
  );
});

it('all these faults together change nothing', async () => {
  const [rows] = await server.db.sql(
    `select (select count(*)::int from insurance_enrolments) as enrolments,
            (select count(*)::int from insurance_history) as history,
            (select count(*)::int from tokens) as tokens, (select count(*)::int from token_history) as moves,
            (select count(*)::int from webhook_endpoints) as endpoints`,
  );
  // the content of a new sandbox: three programs, one of them cancelled, and a token that became active
  expect(rows).toEqual({ enrolments: 3, history: 4, tokens: 1, moves: 2, endpoints: 0 });
});

it('counts findings beyond the listed ones in `more`', async () => {
  const payload = { kind: 'merchantId', entries: Array.from({ length: 203 }, () => 7) };
  const { status, json } = await server.request({
    method: 'PUT',
    url: '/V2/merchant-lists/counted',
    as: 'demo-bank',
    payload,
  });
  expect([status, (json.errors as unknown as object[]).length, json.more]).toEqual([400, 200, 3]);
});
