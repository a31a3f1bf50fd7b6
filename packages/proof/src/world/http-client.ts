import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '@cardwright/contract';
import { Agent, fetch as fetchWith } from 'undici';

/** An OAuth client of the server. */
export interface Caller {
  readonly clientId: string;
  readonly secret: string;
}

export interface HttpRequest {
  readonly method?: string | undefined;
  readonly path: string;
  readonly as?: Caller | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly payload?: string | object | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: JsonObject;
}

/** A request and its outcome for the caller. */
export interface Attempt {
  /** The path without ids. */
  readonly path: string;
  /** The index of the server. */
  readonly server: number;
  readonly beganMs: number;
  readonly endedMs: number;
  readonly status: number;
  /** The action code of an authorization, or the error code of an envelope. */
  readonly code: string;
}

export interface HttpClient {
  readonly attempts: Attempt[];
  /** Sends a request to the given server, or to the next one in turn. */
  request(request: HttpRequest, server?: number): Promise<HttpAnswer>;
  token(caller: Caller): Promise<string>;
}

/** The status that the client records without an answer: the connection broke, or the caller stopped waiting. */
export const NO_ANSWER = 0;

/** Longer than any request may take. A request without an answer after this time counts as hanging. */
const TIMEOUT_MS = 45_000;
/** The time without requests to a server that broke a connection, as behind a load balancer. */
const AVOIDED_MS = 1_000;
const TOKEN_PAUSE_MS = 200;

interface HttpClientOptions {
  /** Trusted certificates in PEM. */
  readonly ca?: string | undefined;
  /** The number of tries for a token. */
  readonly tokenTries?: number;
  readonly onAnswer?: (path: string, answer: HttpAnswer) => void;
}

/**
 * The client of the proof: it gets tokens, takes servers in turn, and records each attempt. A broken request counts as
 * an answer with the status {@link NO_ANSWER}.
 */
export function createHttpClient(
  addresses: readonly string[],
  { ca, tokenTries = Number.POSITIVE_INFINITY, onAnswer }: HttpClientOptions = {},
): HttpClient {
  const attempts: Attempt[] = [];
  const tokens = new Map<string, Promise<string>>();
  const avoidedUntil = addresses.map(() => 0);
  const send = ca === undefined ? fetch : fetchTrusting(ca);
  let nextServer = 0;
  const next = () => {
    const order = addresses.map((_, at) => (nextServer + at) % addresses.length);
    nextServer++;
    return order.find((server) => (avoidedUntil[server] ?? 0) < performance.now()) ?? order[0] ?? 0;
  };

  const request = async (server: number, path: string, init: RequestInit): Promise<HttpAnswer> => {
    const beganMs = performance.now();
    const answered = await send(`${addresses[server]}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then(async (response) => {
        const text = await response.text();
        return { status: response.status, headers: Object.fromEntries(response.headers), text };
      })
      // The kind of failure makes no difference, because the outcome is unknown.
      .catch(() => ({ status: NO_ANSWER, headers: {}, text: '' }));
    const { status } = answered;
    if (status === NO_ANSWER) avoidedUntil[server] = performance.now() + AVOIDED_MS;
    const answer = { ...answered, json: parsed(answered) };
    onAnswer?.(path, answer);
    const code = codeOf(answer.json);
    attempts.push({ path: kindOf(path), server, beganMs, endedMs: performance.now(), status, code });
    return answer;
  };

  const issueToken = async ({ clientId, secret }: Caller, server: number): Promise<string> => {
    const body = JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret });
    const headers = { 'content-type': 'application/json' };
    for (let attempt = 1; ; attempt++) {
      const { status, json, text } = await request(server, '/oauth2/token', { method: 'POST', headers, body });
      if (status === 200) return String(json.access_token);
      if (attempt >= tokenTries) throw new Error(`${clientId} got no token: ${status} ${text}`);
      await delay(TOKEN_PAUSE_MS);
    }
  };
  const tokenAt = (caller: Caller, server: number) => {
    const token = tokens.get(caller.clientId) ?? issueToken(caller, server);
    tokens.set(caller.clientId, token);
    return token;
  };

  return {
    attempts,
    token: (caller) => tokenAt(caller, next()),
    async request({ method = 'GET', path, as, headers, payload }, server = next()) {
      const authorization = as === undefined ? {} : { authorization: `Bearer ${await tokenAt(as, server)}` };
      const type = payload === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await request(server, path, {
        method,
        headers: { ...type, ...authorization, ...headers },
        ...(payload !== undefined && { body: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
      });
      if (answer.status === 401 && as !== undefined) tokens.delete(as.clientId);
      return answer;
    },
  };
}

function fetchTrusting(ca: string): typeof fetch {
  const dispatcher = new Agent({ connect: { ca } });
  const send = (url: string, init: object) => fetchWith(url, { ...init, dispatcher });
  return send as unknown as typeof fetch;
}

function parsed({ headers, text }: { headers: Record<string, string>; text: string }): JsonObject {
  if (headers['content-type']?.includes('json') !== true) return {};
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}

function codeOf(json: JsonObject): string {
  if (typeof json.Action_Code === 'string') return json.Action_Code;
  const [answer] = Object.values((json.GwSrvResponse ?? {}) as Record<string, { exception_details?: object }>);
  return (answer?.exception_details as { error_code?: string } | undefined)?.error_code ?? String(json.code ?? '');
}

function kindOf(path: string): string {
  return path
    .replace(/\?.*/, '')
    .replace(/\/[0-9A-Za-z-]*(\d{5}|[0-9a-f]{4}-)[0-9A-Za-z-]*/g, '/*')
    .replace(/^\/V2/, '');
}
