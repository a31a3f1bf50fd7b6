import type { Scope } from '@cardwright/contract';
import type { DescribedOperation, Example } from '../text/contents.ts';
import type { PageSettings, PublishedCaller } from '../text/page-settings.ts';
import { type Fixtures, refreshRequest, type SentRequest } from './refresh-request.ts';
import { idsOf } from './snippets.ts';

/** A response as the page shows it. */
export interface SandboxResponse {
  readonly status: number;
  readonly ms: number;
  /** The headers that are relevant to a reader. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

export interface ExampleResult {
  readonly request: SentRequest;
  readonly caller: string;
  readonly answer: SandboxResponse;
}

const DISPLAYED_HEADERS = [
  'content-type',
  'x-request-id',
  'interface-version',
  'etag',
  'retry-after',
  'contract-warnings',
];

/** Returns the caller of the example, or else demo-bank, or else the permitted caller with the fewest scopes. */
export function publishedCallerOf(
  { scope }: { readonly scope: string | undefined },
  { caller }: Pick<Example, 'caller'>,
  { callers }: Pick<PageSettings, 'callers'>,
): PublishedCaller | undefined {
  const mayDo = callers.filter(({ scopes }) => scope === undefined || scopes.includes(scope));
  const least = mayDo.toSorted((one, other) => one.scopes.length - other.scopes.length)[0];
  return (
    mayDo.find(({ clientId }) => clientId === caller) ?? mayDo.find(({ clientId }) => clientId === 'demo-bank') ?? least
  );
}

interface Sending {
  readonly operation: DescribedOperation;
  readonly example: Example;
  readonly settings: PageSettings;
  /** The request as edited in the page. */
  readonly request: SentRequest;
  readonly server: string;
}

/**
 * The lists that provide random ids for a path: the scope, the path, the member with the entries, and the id. The
 * newest entry is used.
 */
const ID_SOURCES: Readonly<Record<string, readonly [scope: Scope, path: string, list: string, id: string]>> = {
  Retrieval_Reference_Number: [
    'authorizations:read',
    '/V2/authorizations?limit=1&state=RESERVED',
    'items',
    'retrieval_reference_number',
  ],
  token_reference: ['tokens:read', '/V2/tokens?limit=1', 'tokens', 'token_reference'],
  endpoint_id: ['webhooks:read', '/V2/webhook-endpoints', 'endpoints', 'endpoint_id'],
  notification_id: ['webhooks:read', '/V2/events?limit=1', 'items', 'id'],
  applicationId: ['merchants:read', '/V2/merchants/applications?limit=1', 'applications', 'applicationId'],
  requestId: ['merchants:read', '/V2/merchants/applications?limit=1', 'applications', 'requestId'],
  merchantId: ['merchants:read', '/V2/merchants?limit=1', 'merchants', 'merchantId'],
};

/** Replaces the ids of the example that are still in the path by ids that exist in the sandbox. */
async function knownPath({ operation, example, settings, request, server }: Sending): Promise<string> {
  let { path } = request;
  for (const [name, published] of Object.entries(idsOf({ operation, example }))) {
    const [scope, listed = '', list = '', id = ''] = ID_SOURCES[name] ?? [];
    const reader = scope === undefined ? undefined : publishedCallerOf({ scope }, example, settings);
    if (reader === undefined || !path.includes(published)) continue;
    const authorization = `Bearer ${await signIn(reader, settings, server)}`;
    const { body } = await submit({ method: 'GET', path: listed, headers: {}, body: undefined }, authorization, server);
    const entries: readonly Record<string, string>[] = JSON.parse(body)[list] ?? [];
    path = path.replace(published, entries[0]?.[id] ?? published);
  }
  return path;
}

/** Refreshes the edited request, and sends it with an access token of a published caller. */
export async function sendExample(sending: Sending): Promise<ExampleResult> {
  const { operation, example, settings, request, server } = sending;
  const caller = publishedCallerOf(operation, example, settings);
  if (caller === undefined) throw new Error('no published credentials have the scope for this request');
  const [fixtures, clock] = await Promise.all([
    readJson<Fixtures>(`${server}/sandbox/fixtures`),
    readJson<{ now: string }>(`${server}/sandbox/clock`),
  ]);
  const around = { operationId: operation.id, fixtures, now: new Date(clock.now), digits: digitsByChance };
  const fresh = refreshRequest({ ...request, path: await knownPath(sending) }, around);
  const isTokenItself = fresh.path === settings.tokenPath;
  const authorization = isTokenItself
    ? `Basic ${caller.credentials}`
    : `Bearer ${await signIn(caller, settings, server)}`;
  return { request: fresh, caller: caller.clientId, answer: await submit(fresh, authorization, server) };
}

async function signIn({ credentials }: PublishedCaller, { tokenPath }: PageSettings, server: string): Promise<string> {
  const { access_token: token } = await readJson<{ access_token: string }>(`${server}${tokenPath}`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  return token;
}

async function submit({ method, path, headers, body }: SentRequest, authorization: string, server: string) {
  const startedAt = performance.now();
  const answer = await fetch(`${server}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers, authorization },
    ...(body !== undefined && { body }),
    // Do not send the session of a console on the same server.
    credentials: 'omit',
  });
  const text = await answer.text();
  return {
    status: answer.status,
    ms: Math.round(performance.now() - startedAt),
    headers: DISPLAYED_HEADERS.flatMap((name): [string, string][] => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
    body: indented(text),
  };
}

/** Indents JSON. Returns the text unchanged if it is not JSON or has numbers that would lose digits. */
function indented(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text.trim() ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

async function readJson<T>(url: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as T;
}

function digitsByChance(count: number): string {
  return [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte % 10).join('');
}
