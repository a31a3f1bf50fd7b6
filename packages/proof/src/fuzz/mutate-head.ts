import type { FuzzInput } from './fuzz-input.ts';
import { CONTENT_TYPES, HOSTILE_HEADERS } from './hostile-values.ts';
import type { Material } from './mutate-json.ts';

type Mutation = (input: FuzzInput, material: Material) => FuzzInput;

/** Changes the parts around a body: path, query, headers, method. */
export function mutateHead(input: FuzzInput, material: Material): FuzzInput {
  return material.random.pick(MUTATIONS)(input, material);
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'TRACE', 'QUERY', 'post', 'FOO'];
const CALLERS = [
  'demo-bank',
  'other-bank',
  'watching-bank',
  'demo-network',
  'second-network',
  'demo-acquirer',
  'other-acquirer',
  'demo-reviewer',
];
const AUTHORIZATIONS = [
  ...CALLERS.map((caller) => `Bearer <token:${caller}>`),
  ...[
    'Bearer',
    'Bearer ',
    'bearer <token:demo-bank>',
    'Bearer  <token:demo-bank>',
    'Bearer <token:demo-bank> ',
    'Basic ZGVtby1iYW5rOmRlbW8tYmFuay1zZWNyZXQ=',
  ],
  ...[
    'Bearer a.b.c',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Bearer <token:demo-bank>x',
    'DPoP <token:demo-bank>',
    'Bearer <token:demo-bank>, Bearer x',
  ],
];
const NAMES = [
  'X-Request-Id',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Accept',
  'Accept-Encoding',
  'Content-Encoding',
  'Range',
  'Forwarded',
];
const MORE_NAMES = [
  'X-Forwarded-For',
  'DPoP',
  'Cookie',
  'Origin',
  'TE',
  'X-HTTP-Method-Override',
  'bank_id',
  'webhook-signature',
  'webhook-id',
];
const QUERY_NAMES = ['limit', 'page', 'cursor', 'from', 'to', 'status', '__proto__', 'constructor', 'a[]', 'a[b]', ''];
const ESCAPES = [
  '%00',
  '%0a',
  '%20',
  '%2f',
  '%2e%2e',
  '%c3%28',
  '%ed%a0%80',
  '%',
  '%zz',
  '%E2%80%AE',
  '%F0%9F%98%80',
  '+',
  '&',
  '#',
  ';',
  '~',
  '..',
  '//',
  '\\',
  "'",
];

const setHeader = (input: FuzzInput, name: string, value: string): FuzzInput => ({
  ...input,
  headers: [...input.headers.filter(([header]) => header.toLowerCase() !== name.toLowerCase()), [name, value]],
});

const MUTATIONS: readonly Mutation[] = [
  (input, { random }) => setHeader(input, 'Authorization', random.pick(AUTHORIZATIONS)),
  (input, { random }) => setHeader(input, 'Content-Type', random.pick(CONTENT_TYPES)),
  (input, { random }) => setHeader(input, random.pick([...NAMES, ...MORE_NAMES]), random.pick(HOSTILE_HEADERS)),
  (input, { random, values }) => setHeader(input, random.pick([...NAMES, ...MORE_NAMES]), random.pick(values)),
  ({ headers, ...input }, { random }) => ({
    ...input,
    headers: [...headers, random.pick(headers)].filter((one) => one !== undefined),
  }),
  ({ headers, ...input }, { random }) => ({
    ...input,
    headers: headers.filter((_, at) => at !== random.from(0, headers.length)),
  }),
  ({ headers, ...input }, { random }) => ({
    ...input,
    headers: headers.map(([name, value], at) =>
      at === random.from(0, headers.length - 1) ? [name, random.pick(HOSTILE_HEADERS)] : [name, value],
    ),
  }),
  ({ headers, ...input }, { random }) => ({
    ...input,
    headers: [
      ...headers,
      ...Array.from({ length: random.pick([1, 100, 900]) }, (_, at) => [`X-More-${at}`, String(at)] as const),
    ],
  }),
  (input, { random }) => ({ ...input, method: random.pick(METHODS) }),
  (input, { random }) => ({
    ...input,
    target: input.target.replace(/^\/V\d/, random.pick(['/V1', '/V2', '/V3', '', '/v2', '/V2/'])),
  }),
  changeSegment,
  changeSegment,
  (input, { random }) => {
    const at = random.from(1, input.target.length);
    return { ...input, target: input.target.slice(0, at) + random.pick(ESCAPES) + input.target.slice(at) };
  },
  addQuery,
  addQuery,
];

/** Replaces a segment of the path with another owner's id, a hostile text or nothing. */
function changeSegment(input: FuzzInput, { random, values }: Material): FuzzInput {
  const [path = '', ...query] = input.target.split('?');
  const segments = path.split('/');
  const at = random.from(1, segments.length - 1);
  const text = random.pick([
    random.pick(values),
    random.pick(ESCAPES),
    encodeURIComponent(random.pick(values)),
    'a'.repeat(201),
    '0',
    '-1',
    '__proto__',
  ]);
  return { ...input, target: [segments.with(at, text).join('/'), ...query].join('?') };
}

function addQuery(input: FuzzInput, { random, values }: Material): FuzzInput {
  const { target } = input;
  const parameterNames = [...(target.split('?')[1] ?? '').matchAll(/([^&=]+)=/g)].map(([, name]) => name ?? '');
  const name = random.pick([...QUERY_NAMES, ...parameterNames, ...parameterNames]);
  const value = random.pick([
    random.pick(values),
    random.pick(ESCAPES),
    '0',
    '-1',
    '1',
    '100',
    '1e9',
    '99999999999999999999',
    '9'.repeat(400),
    '',
  ]);
  const times = random.pick([1, 1, 1, 2, 300]);
  return {
    ...input,
    target: `${target}${target.includes('?') ? '&' : '?'}${Array(times).fill(`${name}=${value}`).join('&')}`,
  };
}
