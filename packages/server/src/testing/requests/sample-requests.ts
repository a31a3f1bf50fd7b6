import { type JsonObject, type JsonValue, OPERATIONS, type Operation } from '@cardwright/contract';
import { readPublishedExamples } from './published-examples.ts';
import type { TestRequest } from './test-requests.ts';

/** A well-formed request, with its fields grouped by where they are sent. */
export interface SampleRequest {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject | string | undefined;
}

/** Values of missing records, for the placeholders in published examples. */
const UNKNOWN_IDS: Record<string, string> = {
  'account-number': '002999999999',
  exid: '9999999999999999990',
  'masked-card-number': '420000XXXXXX9998',
  'webhook-secret': `whsec_${'A'.repeat(43)}=`,
  'approval-code': '999999',
  stream: 'token:00000000-0000-4000-8000-000000000000',
};
const NO_ID = '00000000-0000-4000-8000-000000000000';

/**
 * Returns the sample of an operation, for tests of all operations. The default is the first published example that succeeds.
 */
export function sampleOf(id: string): SampleRequest {
  const operation = (OPERATIONS as readonly Operation[]).find((candidate) => candidate.id === id);
  const example = readPublishedExamples().find(({ folder, answer }) => folder === id && answer.status < 300);
  if (operation === undefined || example === undefined) {
    throw new Error(`${id} needs an example that succeeds, in packages/contract/examples/${id}`);
  }
  const { authorization: _, ...headers } = example.request.headers;
  const text = JSON.stringify({ path: example.request.path, headers, body: example.request.body });
  const filled = text.replace(/<([a-z-]+)(:[\w-]+)?>/g, (_whole, kind: string) => UNKNOWN_IDS[kind] ?? NO_ID);
  const { path, ...request } = JSON.parse(filled) as {
    path: string;
    headers: Record<string, string>;
    body?: JsonObject;
  };
  const url = new URL(path, 'http://sandbox');
  const pattern = new RegExp(`/V\\d${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const params = Object.entries(pattern.exec(url.pathname)?.groups ?? {});
  return {
    operation,
    params: Object.fromEntries(params.map(([name, value]) => [name, decodeURIComponent(value)])),
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: request.body,
  };
}

export function toTestRequest({ operation, params, query, headers, body }: SampleRequest): TestRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return {
    method: operation.surface === 'rest' ? operation.method : 'POST',
    url: `/V2${path}${search === '' ? '' : `?${search}`}`,
    headers: { ...headers },
    ...(body !== undefined && { payload: body }),
  };
}

/** Returns the body inside the envelope's `GwSrvRequest`. */
export function envelopeBodyOf({ body }: SampleRequest): JsonObject {
  const [request] = Object.values((body as { GwSrvRequest: JsonObject }).GwSrvRequest) as { body: JsonObject }[];
  if (request === undefined) throw new Error('the example has no envelope');
  return request.body;
}

/** Fields that refer to another owner's record, the same fields for a missing record, and the code that answers both. */
export type SampleIdentifiers = readonly [
  code: string,
  foreign: Readonly<Record<string, string>>,
  missing: Record<string, string>,
];

/**
 * Returns the operation's sample twice: about another owner's record, and about a missing record. An operation without such a
 * field needs its own entry in the test, even an empty one that gives the reason.
 */
export function requestsNaming(
  id: string,
  named: readonly SampleIdentifiers[],
): [what: string, foreign: TestRequest, missing: TestRequest, code: string][] {
  const sample = sampleOf(id);
  const pairs = named.flatMap(([code, foreign, missing]): [string, TestRequest, TestRequest, string][] => {
    const [ofForeign, ofMissing] = [withFields(sample, foreign), withFields(sample, missing)];
    return ofForeign && ofMissing
      ? [[Object.keys(foreign).join(), toTestRequest(ofForeign), toTestRequest(ofMissing), code]]
      : [];
  });
  if (pairs.length === 0) throw new Error(`${id} names nothing that others could have: give it a case in FOREIGN`);
  return pairs;
}

/** Returns the request with these fields replaced, or undefined if it has none of them. */
function withFields(sample: SampleRequest, fields: Readonly<Record<string, string>>): SampleRequest | undefined {
  const { params, query, body } = sample;
  let isNamed = false;
  const replaced = JSON.stringify({ params, query, body }, (name, value: JsonValue) => {
    if (!Object.hasOwn(fields, name)) return value;
    isNamed = true;
    return fields[name];
  });
  return isNamed
    ? { ...sample, ...(JSON.parse(replaced) as Pick<SampleRequest, 'params' | 'query' | 'body'>) }
    : undefined;
}
