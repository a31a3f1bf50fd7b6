import { waitForDeliveries } from '../background-work.ts';
import { TEST_NOW, type TestServer } from '../test-server.ts';
import type { PublishedExample } from './published-examples.ts';

/** Fills values into published examples, and puts placeholders into their answers. */
export interface PlayedExamples {
  /** Replaces placeholders with the values of earlier answers. */
  fillIn(text: string): Promise<string>;
  /**
   * Replaces matching values of the answer with placeholders, so that the result can be compared with the example word for
   * word.
   */
  withPlaceholders(actual: unknown, expected: unknown): unknown;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** The patterns of placeholders for values that differ between runs. */
const PLACEHOLDERS: Record<string, RegExp> = {
  'access-token': /^[\w-]+\.[\w-]+\.[\w-]+$/,
  'account-number': /^001\d{9}$/,
  'application-id': UUID,
  'answer-id': /^[\dA-HJKMNP-TV-Z]{12}$/,
  'approval-code': /^\d{6}$/,
  'chain-hash': /^[\da-f]{64}$/,
  'chain-number': /^[1-9]\d{0,18}$/,
  cursor: /^\d{13}(-\d+)+$/,
  exid: /^9\d{18}$/,
  'hit-id': UUID,
  'masked-card-number': /^400000XXXXXX\d{4}$/,
  'backtest-id': UUID,
  'rule-id': UUID,
  'change-request-id': UUID,
  'check-id': /^[\da-f]{64}$/,
  'payment-request-id': UUID,
  'task-id': new RegExp(`^payment-request:${UUID.source.slice(1)}`),
  'decision-id': UUID,
  count: /^\d{1,9}$/,
  'endpoint-id': UUID,
  'exception-id': UUID,
  'export-id': UUID,
  'key-id': UUID,
  milliseconds: /^\d{1,5}(\.\d)?$/,
  'notification-id': UUID,
  'request-id': /^AUTO-[\dA-F]{20}$/,
  'sealing-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  signature: /^[\da-f]{128}$/,
  stream: new RegExp(`^token:${UUID.source.slice(1)}`),
  'token-reference': UUID,
  'webhook-secret': /^whsec_[A-Za-z\d+/]{43}=$/,
};
const PLACEHOLDER = /<([a-z-]+)(:[\w-]+)?>/g;

export function playedExamples(tokenOf: (caller: string) => Promise<string>): PlayedExamples {
  /** Values of named placeholders, from the first answer that has them. */
  const values = new Map<string, string>();

  async function fillIn(text: string): Promise<string> {
    const tokens = new Map<string, string>();
    for (const [, caller] of text.matchAll(/<token:([\w-]+)>/g)) tokens.set(caller!, await tokenOf(caller!));
    return text.replace(PLACEHOLDER, (placeholder, kind: string, name?: string) => {
      const value = kind === 'token' ? tokens.get(name?.slice(1) ?? '') : values.get(placeholder);
      if (value === undefined) throw new Error(`${placeholder} is not known yet`);
      return value;
    });
  }

  function withPlaceholders(actual: unknown, expected: unknown): unknown {
    if (typeof expected === 'string' && (typeof actual === 'string' || typeof actual === 'number')) {
      const kind = new RegExp(`^${PLACEHOLDER.source}$`).exec(expected);
      if (kind === null) {
        // named ones within a text have known values
        const filled = expected.replace(PLACEHOLDER, (placeholder) => values.get(placeholder) ?? placeholder);
        return filled === actual ? expected : actual;
      }
      if (!PLACEHOLDERS[kind[1]!]?.test(String(actual))) return actual;
      if (kind[2] === undefined) return expected;
      if (!values.has(expected)) values.set(expected, String(actual));
      return values.get(expected) === actual ? expected : actual;
    }
    if (Array.isArray(actual)) {
      return actual.map((entry, at) => withPlaceholders(entry, Array.isArray(expected) ? expected[at] : undefined));
    }
    if (typeof actual !== 'object' || actual === null) return actual;
    const members = Object.entries(actual).map(([key, value]) => [
      key,
      withPlaceholders(value, (expected as Record<string, unknown> | undefined)?.[key]),
    ]);
    return Object.fromEntries(members);
  }

  return { fillIn, withPlaceholders };
}

/** Headers that every answer may have. An answer must not have one that its example does not show. */
const TELLING = ['contract-warnings', 'contract-errors', 'idempotent-replayed'];

/** Sends an example at its time. The answer gets placeholders where the example has them, so that both can be equal. */
export async function playExample(
  server: TestServer,
  examples: PlayedExamples,
  { at, request, answer }: PublishedExample,
): Promise<{ actual: object; expected: object }> {
  server.clock.set(at ?? TEST_NOW);
  await waitForDeliveries(server, request.path);
  const { body } = request;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = JSON.parse(await examples.fillIn(JSON.stringify(request.headers))) as Record<string, string>;
  const { json, ...answered } = await server.request({
    method: request.method,
    url: await examples.fillIn(request.path),
    headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(text !== undefined && { payload: await examples.fillIn(text) }),
  });
  await server.server.screeningIdle();
  if (/\/(backtests|propose)/.test(request.path)) await server.server.backtestsIdle();
  if (request.path.includes('/exports')) await server.server.exportsIdle();
  const { headers: expectedHeaders = {}, ...expected } = answer;
  const selectHeaders = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries([...Object.keys(expectedHeaders), ...TELLING].map((name) => [name, from[name]]));
  return {
    actual: {
      status: answered.status,
      body: examples.withPlaceholders(json, answer.body),
      headers: selectHeaders(answered.headers),
    },
    expected: { ...expected, headers: selectHeaders(expectedHeaders) },
  };
}
