import { OPERATIONS, type Operation } from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitForDeliveries } from '../../../server/src/testing/background-work.ts';
import { signInDemo } from '../../../server/src/testing/callers/demo-sessions.ts';
import { issueCard } from '../../../server/src/testing/cards/issued-cards.ts';
import { activationCodeOf, newToken, queueNotifications } from '../../../server/src/testing/cards/tokens.ts';
import { playedExamples } from '../../../server/src/testing/requests/played-examples.ts';
import {
  type PublishedExample,
  readPublishedExamples,
  WITHOUT_SUCCESS,
} from '../../../server/src/testing/requests/published-examples.ts';
import { fileServer, TEST_NOW } from '../../../server/src/testing/test-server.ts';
import { clientGroups } from '../declarations/client-groups.ts';
import { Cardwright, CardwrightError } from '../index.ts';

const methods = clientGroups().flatMap((group) => group.methods);

/** Examples that no client sends, because the client prevents their faults. */
const NOT_SENT_BY_A_CLIENT = [
  // The client generates a missing requestId.
  'merchants.onboard-merchants/991-request-id-missing.json',
  'merchants.onboard-merchants/1036-amend-release-by-name.json',
  // The method of a list without parameters accepts no query.
  'rules.list-promises/1453-unknown-query.json',
];
/**
 * The server detects this repeat by its amount, because the request has no key. The client adds a key to each call, so
 * the first call had another key.
 */
const REPEAT_WITHOUT_KEY = '645-the-same-again.json';

const server = fileServer({}, { systemNow: () => new Date(TEST_NOW) });
let baseUrl: string;
const clients = new Map<string, Cardwright>();
const played = playedExamples((caller) => server.token(caller));
beforeAll(async () => {
  await signInDemo(server, 'layla');
  await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = server.server.app.listeningOrigin;
});

function clientOf(clientId: string): Cardwright {
  const known =
    clients.get(clientId) ??
    new Cardwright({
      baseUrl,
      clientId,
      clientSecret: `${clientId}-secret`,
      sourceApplication: 'MOBILEBANK',
      maxRetries: 0,
    });
  clients.set(clientId, known);
  return known;
}

type Send = (...args: unknown[]) => Promise<unknown>;

/** Converts an example to a call of the client. Undefined if the client cannot send the example in this form. */
function asCall({
  folder,
  file,
  request,
}: PublishedExample): ((filled: PublishedExample['request']) => Promise<unknown>) | undefined {
  const method = methods.find(({ operation }) => operation.id === folder);
  const caller = /^Bearer <token:([\w-]+)>$/.exec(request.headers.authorization ?? '')?.[1];
  if (method === undefined || caller === undefined || NOT_SENT_BY_A_CLIENT.includes(`${folder}/${file}`))
    return undefined;
  const { operation, ids: names, path, name } = method;
  const resource = path.slice(0, path.indexOf('.'));
  const body = sentBody(operation, request.body);
  if (body === undefined || request.path.startsWith('/V1')) return undefined;
  if (
    operation.surface === 'rest' &&
    Object.keys(operation.headers?.properties ?? {}).some((one) => !(one in request.headers))
  ) {
    return undefined;
  }
  return (filled) => {
    const url = new URL(filled.path, 'http://sandbox');
    const pattern = new RegExp(`${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const params = pattern.exec(url.pathname)?.groups ?? {};
    const query = Object.fromEntries(url.searchParams);
    const { body: sent, ids } = sentBody(operation, filled.body) ?? { body: undefined, ids: {} };
    const { authorization: _, 'content-type': __, ...headers } = filled.headers;
    const options = { ...ids, headers };
    const isRead = operation.surface === 'rest' && operation.request === null;
    const hasQuery = operation.surface === 'rest' && Object.keys(operation.query.properties).length > 0;
    const rest = isRead ? (hasQuery ? [query, options] : [options]) : [sent, { ...options, query }];
    const client = clientOf(caller) as unknown as Record<string, Record<string, Send>>;
    return client[resource]![name]!(...names.map((id) => decodeURIComponent(params[id] ?? '')), ...rest);
  };
}

interface Envelope {
  readonly header?: Record<string, string>;
  readonly body?: unknown;
}

/**
 * Returns the argument of the method, and the ids of the header. Undefined if the client never creates such a header.
 */
function sentBody(operation: Operation, body: unknown): { body: unknown; ids: object } | undefined {
  if (operation.surface !== 'envelope')
    return typeof body === 'string' && !isCsv(operation) ? undefined : { body, ids: {} };
  const root = (body as { GwSrvRequest?: Record<string, Envelope> } | undefined)?.GwSrvRequest;
  const { header, body: inner } = root?.[operation.requestKey] ?? {};
  if (header === undefined || inner === undefined) return undefined;
  const { msg_id: msgId, tracking_id: trackingId = `T-${msgId}`, timestamp: _, ...others } = header;
  const expected = {
    msg_type: operation.defaultMsgType,
    msg_function: operation.requestFunction,
    src_application: 'MOBILEBANK',
    target_application: 'CARDWRIGHT',
    bank_id: 'DEMO',
  };
  const isExpected = JSON.stringify(Object.entries(others).sort()) === JSON.stringify(Object.entries(expected).sort());
  return isExpected && typeof msgId === 'string' ? { body: inner, ids: { msgId, trackingId } } : undefined;
}

const isCsv = (operation: Operation) => operation.surface === 'rest' && operation.requestType === 'text/csv';

/** Returns the body that a caller of the client gets. */
function unwrapped(body: unknown): unknown {
  const root = (body as { GwSrvResponse?: Record<string, Envelope> }).GwSrvResponse;
  return root === undefined ? body : (Object.values(root)[0]?.body ?? {});
}

/** Returns the code of a failure, as in the example. */
function publishedCode(answer: PublishedExample['answer']): string | undefined {
  // A receiver answers a notification with its own code 94, which the catalogue calls 108.
  if (JSON.stringify(answer.body).includes('"code":"94"')) return '108';
  const headerCode = /^\d{3}/.exec(answer.headers?.['contract-errors'] ?? '')?.[0];
  return (
    headerCode ??
    /"(?:error_code": "|Additional_Response_Data": "ERROR_)(\d{3})/.exec(JSON.stringify(answer.body, null, 1))?.[1]
  );
}

/** Returns the change request of a change that needs a second person, which the client reports as a failure. */
function changeRequestOf(error: unknown): unknown {
  if (error instanceof CardwrightError && error.code === 'approval_required') return error.changeRequest;
  throw error;
}

const succeeded = new Set<string>();
const failed = new Set<string>();

describe('the published examples, sent by the client in order', () => {
  const named = readPublishedExamples()
    .filter(({ file }) => file !== REPEAT_WITHOUT_KEY)
    .map((example) => [`${example.folder}/${example.file}`, example] as const);

  it.each(named)('%s', async (_name, example) => {
    const { folder, at, request, answer } = example;
    server.clock.set(at ?? TEST_NOW);
    await waitForDeliveries(server, request.path);
    const text = await played.fillIn(
      JSON.stringify({ path: request.path, body: request.body, headers: request.headers }),
    );
    const filled = JSON.parse(text) as PublishedExample['request'];
    const call = asCall(example);
    if (call === undefined) {
      const isText = typeof filled.body === 'string';
      const { body } = await server
        .request({
          method: request.method,
          url: filled.path,
          headers: { ...(filled.body !== undefined && { 'content-type': 'application/json' }), ...filled.headers },
          ...(filled.body !== undefined && { payload: (isText ? filled.body : JSON.stringify(filled.body)) as string }),
        })
        .then(({ json }) => ({ body: json }));
      expect(played.withPlaceholders(body, answer.body)).toEqual(answer.body);
    } else if (answer.status < 300) {
      const expected = unwrapped(answer.body);
      const result = await Promise.resolve(call(filled)).catch(changeRequestOf);
      expect(played.withPlaceholders(result, expected)).toEqual(expected);
      succeeded.add(folder);
    } else {
      const error = await call(filled).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(CardwrightError);
      expect(error).toMatchObject({ code: publishedCode(answer), status: answer.status, operation: folder });
      failed.add(folder);
    }
    await server.server.screeningIdle();
    if (/\/(backtests|propose)/.test(request.path)) await server.server.backtestsIdle();
  });

  it('include a success of every operation whose success requires neither a code nor a log, and a failure of most', () => {
    const ids = (OPERATIONS as readonly Operation[]).map(({ id }) => id);
    expect(ids.filter((id) => !succeeded.has(id)).sort()).toEqual(WITHOUT_SUCCESS);
    expect(failed.size).toBeGreaterThan(40);
  });
});

describe('the methods of the client', () => {
  it('match the operations of the contract one to one', () => {
    expect(methods.map(({ operation }) => operation.id).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
  });

  it('activate a token with its code', async () => {
    await queueNotifications(server);
    const card = await issueCard(server);
    const reference = await newToken(server, card.exid, { activation: 'CODE', activation_pref: 'SMS' });
    const activation_code = await activationCodeOf(server, reference);
    const token = await clientOf('demo-bank').tokens.activate(reference, {
      activation_code,
      requested_by: 'CARDHOLDER',
      reason_code: 'NEW_DEVICE',
    });
    expect(token).toMatchObject({ token_reference: reference, token_state: 'ACTIVE' });
  });
});
