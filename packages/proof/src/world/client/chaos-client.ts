import { setTimeout as delay } from 'node:timers/promises';
import type { Sender } from '../../../../server/src/testing/cards/issued-cards.ts';
import { type Answer, lookAtAnswer, sendEnvelope } from '../../../../server/src/testing/test-server.ts';
import { NO_ANSWER, stillRuns } from './told-outcome.ts';

/** A request as its caller saw it. */
export interface Attempt {
  readonly path: string;
  /** The index of the server. */
  readonly server: number;
  readonly beganMs: number;
  readonly endedMs: number;
  readonly status: number;
  /** The action code of an authorization, or the error code of an envelope. */
  readonly code: string;
}

export interface ChaosClient extends Sender {
  readonly attempts: Attempt[];
  /** Returns a client that always uses one server. */
  of(server: number): Sender;
}

/** Longer than any request may take. A request that takes this long hangs. */
const PATIENCE_MS = 45_000;

/** The time without requests to a server that broke a connection, as behind a load balancer. */
const AVOIDED_MS = 1_000;

/**
 * Sends requests to servers through the proxies in front of them. A broken request counts as an answer with the status
 * {@link NO_ANSWER}.
 */
export function createChaosClient(doors: readonly string[]): ChaosClient {
  const attempts: Attempt[] = [];
  const tokens = new Map<string, Promise<string>>();
  const avoidedUntil = doors.map(() => 0);
  let turn = 0;
  /** The next server, in turn. */
  const next = () => {
    const order = doors.map((_, at) => (turn + at) % doors.length);
    turn++;
    return order.find((server) => avoidedUntil[server]! < performance.now()) ?? order[0]!;
  };

  const ask = async (server: number, path: string, init: RequestInit): Promise<Answer> => {
    const beganMs = performance.now();
    const answer = await fetch(`${doors[server]}${path}`, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
      .then(async (response) => {
        const text = await response.text();
        return { status: response.status, headers: Object.fromEntries(response.headers), text };
      })
      // the kind of failure makes no difference: the outcome is unknown
      .catch(() => ({ status: NO_ANSWER, headers: {}, text: '' }));
    if (answer.status === NO_ANSWER) avoidedUntil[server] = performance.now() + AVOIDED_MS;
    const json = parsed(answer);
    lookAtAnswer(path, answer.headers, answer.text);
    const code = codeOf(json);
    attempts.push({ path: kindOf(path), server, beganMs, endedMs: performance.now(), status: answer.status, code });
    return { ...answer, json };
  };

  const tokenOf = async (server: number, clientId: string): Promise<string> => {
    for (;;) {
      const answer = await ask(server, '/oauth2/token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: `${clientId}-secret`,
        }),
      });
      if (answer.status === 200) return String(answer.json.access_token);
      await delay(200);
    }
  };

  const requestOf =
    (choose: () => number): Sender['request'] =>
    async ({ as, method = 'GET', url, headers, payload }) => {
      const server = choose();
      const known = as === undefined ? undefined : (tokens.get(as) ?? tokenOf(server, as));
      if (as !== undefined && known !== undefined) tokens.set(as, known);
      const authorization = known === undefined ? {} : { authorization: `Bearer ${await known}` };
      const type = payload === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await ask(server, String(url), {
        method,
        headers: { ...type, ...authorization, ...(headers as Record<string, string>) },
        ...(payload !== undefined && { body: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
      });
      if (answer.status === 401 && as !== undefined) tokens.delete(as);
      return answer;
    };

  const senderOf = (choose: () => number): Sender => {
    const request = requestOf(choose);
    return { request, envelope: (operationId, body, more) => sendEnvelope(request, operationId, body, more) };
  };
  return { attempts, ...senderOf(next), of: (server) => senderOf(() => server) };
}

function parsed({ headers, text }: { headers: Record<string, string>; text: string }): Answer['json'] {
  if (headers['content-type']?.includes('json') !== true) return {};
  try {
    return JSON.parse(text) as Answer['json'];
  } catch {
    return {};
  }
}

function codeOf(json: Answer['json']): string {
  if (typeof json.Action_Code === 'string') return json.Action_Code;
  const [answer] = Object.values((json.GwSrvResponse ?? {}) as Record<string, { exception_details?: object }>);
  return (answer?.exception_details as { error_code?: string } | undefined)?.error_code ?? String(json.code ?? '');
}

/** A sender that repeats each request until its outcome is known. Use it for requests that have an id and must succeed. */
export function insistent({ request, ...rest }: Sender, isOver: () => boolean): Sender {
  const ask: Sender['request'] = async (options) => {
    for (;;) {
      const answer = await request(options);
      if ((answer.status > NO_ANSWER && answer.status < 500 && !stillRuns(answer)) || isOver()) return answer;
      await delay(150);
    }
  };
  return { ...rest, request: ask, envelope: (operationId, body, more) => sendEnvelope(ask, operationId, body, more) };
}

/** The path without ids. */
function kindOf(path: string): string {
  return path
    .replace(/\?.*/, '')
    .replace(/\/[0-9A-Za-z-]*(\d{5}|[0-9a-f]{4}-)[0-9A-Za-z-]*/g, '/*')
    .replace(/^\/V2/, '');
}
