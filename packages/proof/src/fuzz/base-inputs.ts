import type { JsonValue } from '@cardwright/contract';
import {
  type PublishedExample,
  readPublishedExamples,
} from '@cardwright/server/internal/testing/requests/published-examples';
import type { FuzzInput } from './fuzz-input.ts';
import { readObject } from './json-text.ts';

/** Valid requests, and requests that the examples show as refused. Mutations start from these inputs. */
export function baseInputs(): FuzzInput[] {
  const ofExamples = readPublishedExamples()
    .flatMap(exampleInputs)
    .flatMap(({ input }) => [input, withFreshIds(input)]);
  return [...ofExamples, ...EXTRA_INPUTS];
}

/** Returns an example as the demo bank or acquirer sends it, and as the other bank or acquirer does. */
export function exampleInputs(example: PublishedExample): { input: FuzzInput; answer: PublishedExample['answer'] }[] {
  return [example, ofOther(example)].map(({ folder, request, answer }) => ({
    input: inputOf(folder, request),
    answer,
  }));
}

function inputOf(operation: string, { method, path, headers, body }: PublishedExample['request']): FuzzInput {
  const bodyText = typeof body === 'string' ? body : body && JSON.stringify(body);
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const type = bodyText === undefined || isTyped ? [] : [['Content-Type', 'application/json'] as const];
  return {
    operation,
    method,
    target: path,
    headers: [...Object.entries(headers), ...type],
    ...(bodyText !== undefined && { body: bodyText }),
  };
}

/** Replaces names of the demo bank with names of the other bank. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/<token:demo-bank>/g, '<token:other-bank>'],
  [/<token:demo-(acquirer|reviewer|approver)>/g, '<token:other-acquirer>'],
  [/<(?!token|fresh|card)([a-z-]+:[\w-]+)>/g, '<other-$1>'],
  [/"DEMO"/g, '"OTHR"'],
  [/"001"/g, '"002"'],
  [/"400000"/g, '"420000"'],
  [/"AED"/g, '"EUR"'],
  [/DEBIT-CLASSIC/g, 'OTHER-DEBIT'],
  [/CIF-/g, 'OTH-'],
];

function ofOther(example: PublishedExample): PublishedExample {
  const text = OTHERS.reduce((replaced, [from, to]) => replaced.replace(from, to), JSON.stringify(example));
  return { ...(JSON.parse(text) as PublishedExample), folder: example.folder };
}

/** Members that identify a repeat: with new values, the request takes effect again. */
const IDENTIFYING: Readonly<Record<string, string>> = {
  msg_id: '<fresh:12>',
  Retrieval_Reference_Number: '<fresh:12>',
  System_Trace_Audit_Number: '<fresh:6>',
  requestId: 'FUZZ-<fresh:10>',
  transaction_ref_number: 'FUZZ-<fresh:10>',
};
/** Members that are new only in the operations that create something; elsewhere they refer to existing things. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'clients.create-client': { customer_id: 'FUZZ-<fresh:10>', external_client_number: 'FUZZ-<fresh:10>' },
  'merchants.onboard-merchants': { merchantId: 'FUZZ-<fresh:8>', chainId: 'FUZZ-<fresh:8>', terminalId: '<fresh:8>' },
};

function withFreshIds(input: FuzzInput): FuzzInput {
  const headers = input.headers.map(([name, value]) =>
    /^idempotency-key$/i.test(name) ? ([name, '<fresh:12>'] as const) : ([name, value] as const),
  );
  const object = readObject(input.body ?? '');
  if (object === undefined) return { ...input, headers };
  const fresh = { ...IDENTIFYING, ...VALUES[input.operation] };
  const body = JSON.stringify(object, (name, value: JsonValue) =>
    typeof value === 'string' && Object.hasOwn(fresh, name) ? fresh[name] : value,
  );
  return { ...input, headers, body };
}

const get = (target: string): FuzzInput => ({
  operation: `GET ${target.split('?')[0]}`,
  method: 'GET',
  target,
  headers: [],
});
const token = (headers: FuzzInput['headers'], body: string): FuzzInput => ({
  operation: 'access.issue-token',
  method: 'POST',
  target: '/oauth2/token',
  headers,
  body,
});
const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const FORM_TYPE = ['Content-Type', 'application/x-www-form-urlencoded'] as const;

/**
 * Paths that are not operations. The sandbox's clock is missing: a moved clock would invalidate the state that the
 * other requests use.
 */
const EXTRA_INPUTS: readonly FuzzInput[] = [
  ...[
    '/',
    '/healthz',
    '/readyz',
    '/docs',
    '/docs/',
    '/docs/json',
    '/docs/settings.json',
    '/docs/guide/start/bank',
    '/docs/operations/cards.create-card',
    '/openapi.json',
    '/openapi-v1.json',
    '/openapi-programs.json',
    '/metrics',
  ].map(get),
  ...[
    '/.well-known/jwks.json',
    '/.well-known/oauth-authorization-server',
    '/sandbox/clock',
    '/V2',
    '/V2/',
    '/V1/nothing',
    '/V2/tokens?limit=2',
  ].map(get),
  token(
    [JSON_TYPE],
    '{"grant_type":"client_credentials","client_id":"demo-bank","client_secret":"demo-bank-secret","scope":"clients:write"}',
  ),
  token([JSON_TYPE], '{"grant_type":"client_credentials","client_id":"nobody","client_secret":"wrong"}'),
  token(
    [JSON_TYPE],
    '{"grant_type":"client_credentials","client_assertion_type":"urn:ietf:params:oauth:client-assertion-type:jwt-bearer","client_assertion":"eyJhbGciOiJFUzI1NiJ9.e30.AA"}',
  ),
  token([FORM_TYPE], 'grant_type=client_credentials&client_id=nobody&client_secret=wrong&scope=tokens%3Aread'),
  token([FORM_TYPE, ['Authorization', 'Basic bm9ib2R5Ondyb25n']], 'grant_type=client_credentials'),
];
