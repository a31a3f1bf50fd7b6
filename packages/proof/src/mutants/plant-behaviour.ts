import { randomUUID } from 'node:crypto';
import type { JsonObject, JsonValue } from '@cardwright/contract';
import type { ReceivedAnswer, RequestSent } from '../../../cli/src/conformance/exchange.ts';
import { freshId, newDigits } from '../../../cli/src/conformance/made-values.ts';
import { everywhere, inAnswer, inRequest, type Mutant } from './mutant.ts';

const SWITCHES = [
  'master',
  'cardNotPresent',
  'cardPresent',
  'ecom',
  'moto',
  'recurring',
  'purchase',
  'cash',
  'fallback',
];
const LIMITS = [
  ...['cardNotPresentTransactionLimit', 'cardPresentTransactionLimit', 'cashTransactionLimit'],
  ...['dailyLimit', 'monthlyLimit', 'limit1', 'limit2', 'limit3'],
];
const COUNTERS = ['dailyCounter', 'monthlyCounter', 'counter1', 'counter2', 'counter3'];
const RESTRICTIONS = [
  'MOTO',
  'ECOM',
  'SWIPE',
  'PERS_RESTR_CONTACTLESS',
  'NFC',
  'ATM',
  'PURCHASE',
  'ANY',
  'INTERNATIONAL',
];

/** Implementations that accept a request and then do something else. */
export function plantedInBehaviour(): Mutant[] {
  return [...settings(), ...restrictions(), ...repeats(), ...access()];
}

const setting = (id: string, kind: string, name: string, put: (value: JsonValue) => JsonValue | undefined): Mutant => ({
  id,
  kind,
  tamper: () => ({ request: inRequest((json) => everywhere(json, name, put)) }),
});

function settings(): Mutant[] {
  const cents = (value: JsonValue, by: number) =>
    /^\d+\.\d\d$/.test(String(value)) ? ((Number(String(value).replace('.', '')) + by) / 100).toFixed(2) : value;
  return [
    ...SWITCHES.map((name) =>
      setting(`${name}Status OFF is ignored`, 'switch ignored', `${name}Status`, (value) =>
        value === 'OFF' ? 'ON' : value,
      ),
    ),
    ...SWITCHES.map((name) =>
      setting(`${name}Status ON_FOR_ONE stays on`, 'switch ignored', `${name}Status`, (value) =>
        value === 'ON_FOR_ONE' ? 'ON' : value,
      ),
    ),
    ...SWITCHES.slice(0, 4).map((name) =>
      setting(`${name}OnUntil is ignored`, 'switch ignored', `${name}OnUntil`, () => undefined),
    ),
    ...LIMITS.map((name) =>
      setting(`${name} is ignored`, 'limit ignored', name, (value) => (value === '' ? value : undefined)),
    ),
    ...LIMITS.map((name) =>
      setting(`${name} allows a cent more`, 'limit off by one', name, (value) => cents(value, 1)),
    ),
    ...LIMITS.map((name) =>
      setting(`${name} declines its own amount`, 'limit off by one', name, (value) => cents(value, -1)),
    ),
    setting('cardPresentAllowAnyForeign is ignored', 'switch ignored', 'cardPresentAllowAnyForeign', () => 'true'),
    setting(
      'the list of countries abroad is ignored',
      'switch ignored',
      'cardPresentAllowSpecificForeignCountries',
      () => 'DE,FR',
    ),
    setting('cardPresentAllowBelow is ignored', 'switch ignored', 'cardPresentAllowBelow', () => 'false'),
    setting('a checksum is not compared', 'switch ignored', 'cardFeatureChecksum', () => undefined),
    ...COUNTERS.flatMap((name): Mutant[] => [
      counter(`${name} is a cent too high`, name, (value) => cents(value, 1)),
      counter(`${name} never changes`, name, (value) => (value === '' ? value : '0.00')),
    ]),
    counter('the checksum never changes', 'cardFeatureChecksum', () => 'a'.repeat(64)),
    counter('AVAILABLE is wrong', 'amount', (value) => cents(value, 1)),
    ...['LOST', 'STOLEN', 'CLOSED', 'BLOCKED'].map((status) =>
      setting(`${status} is ignored`, 'status ignored', 'value', (value) => (value === status ? 'ACTIVE' : value)),
    ),
  ];
}

function counter(id: string, name: string, put: (value: JsonValue) => JsonValue): Mutant {
  return { id, kind: 'counter wrong', tamper: () => ({ answer: inAnswer((json) => everywhere(json, name, put)) }) };
}

function restrictions(): Mutant[] {
  const ofType = (id: string, type: string, change: (restriction: JsonObject) => JsonObject): Mutant => ({
    id,
    kind: 'restriction ignored',
    tamper: () => ({
      request: inRequest((json) =>
        everywhere(json, 'restriction', (value) => {
          const restriction = value as JsonObject;
          return restriction.restriction_type === type ? change(restriction) : value;
        }),
      ),
    }),
  });
  return [
    ...RESTRICTIONS.map((type) =>
      ofType(`${type} that is not allowed is ignored`, type, (one) => ({ ...one, isAllowed: true })),
    ),
    ...RESTRICTIONS.slice(0, 3).map((type) =>
      ofType(`${type} is never allowed again`, type, (one) => ({ ...one, isAllowed: false })),
    ),
    ofType('a list of countries is ignored', 'INTERNATIONAL_SPECIFIC_COUNTRIES', (one) => ({
      ...one,
      allowed_values: 'DE,FR',
    })),
  ];
}

/** An implementation that does not recognize a repeat, because it sees another id each time. */
function unknownRepeat(what: string, name: string, make: () => string): Mutant {
  return {
    id: `a repeat is not recognized by its ${what}`,
    kind: 'repeat not recognized',
    tamper: () => {
      const values = new Set<JsonValue>();
      const request = inRequest((json) =>
        everywhere(json, name, (value) => {
          if (values.has(value)) return make();
          values.add(value);
          return value;
        }),
      );
      return { request };
    },
  };
}

function repeats(): Mutant[] {
  return [
    unknownRepeat('msg_id', 'msg_id', () => freshId(12)),
    unknownRepeat('Retrieval_Reference_Number', 'Retrieval_Reference_Number', () => newDigits(12)),
    unknownRepeat('requestId', 'requestId', () => `R-${freshId(10)}`),
    {
      id: 'a repeated notification counts as another one',
      kind: 'repeat not recognized',
      tamper: () => {
        const values = new Set<JsonValue>();
        const request = inRequest((json, { path }) => {
          if (!path.endsWith('/webhook/TokenNotification') || json.id === undefined) return undefined;
          if (values.has(json.id)) return { ...json, id: randomUUID() };
          values.add(json.id);
          return undefined;
        });
        return { request };
      },
    },
    {
      id: 'Idempotency-Key is ignored',
      kind: 'repeat not recognized',
      tamper: () => ({
        request: ({ headers, ...sent }: RequestSent) => {
          const { 'idempotency-key': key, ...rest } = headers;
          return key === undefined ? undefined : { ...sent, headers: { ...rest, 'idempotency-key': freshId(20) } };
        },
      }),
    },
    {
      id: 'a repeat gets another approval code',
      kind: 'repeat not recognized',
      tamper: () => ({
        answer: inAnswer((json) =>
          everywhere(json, 'Approval_Code', (code) => (code === '      ' ? code : newDigits(6))),
        ),
      }),
    },
  ];
}

function access(): Mutant[] {
  const paths = [
    '/V2/cardservices/ClientCreate',
    '/V2/cardcontrolservices/GetCardSettingsByAccountLegacy',
    '/V2/tokens',
    '/cards/',
    '/V2/webhook/TokenNotification',
  ];
  return [
    ...paths.map(
      (path): Mutant => ({
        id: `${path} is served without a token`,
        kind: 'access not checked',
        tamper: ({ bank }) => ({
          request: (sent: RequestSent) =>
            sent.path.includes(path) && sent.headers.authorization === undefined
              ? { ...sent, headers: { ...sent.headers, authorization: `Bearer ${bank}` } }
              : undefined,
        }),
      }),
    ),
    ...paths.slice(0, 3).map(
      (path): Mutant => ({
        id: `${path} is served to any caller`,
        kind: 'access not checked',
        tamper: ({ bank }) => ({
          request: (sent: RequestSent) =>
            sent.path.includes(path) && isAcquirer(sent.headers.authorization)
              ? { ...sent, headers: { ...sent.headers, authorization: `Bearer ${bank}` } }
              : undefined,
        }),
      }),
    ),
    setting('a request for another bank is served', 'access not checked', 'bank_id', (value) =>
      value === 'ZZZ9' ? 'DEMO' : value,
    ),
    {
      id: '/V1 is not served',
      kind: 'access not checked',
      tamper: () => ({
        answer: (sent: RequestSent, answered: ReceivedAnswer) =>
          sent.path.startsWith('/V1')
            ? { ...answered, status: 400, text: answered.text.replace(/"error_code":"\d+"/, '"error_code":"102"') }
            : undefined,
      }),
    },
  ];
}

function isAcquirer(authorization = ''): boolean {
  const claims = authorization.split('.')[1];
  return claims !== undefined && Buffer.from(claims, 'base64url').toString('utf8').includes('"acquirer_id"');
}
