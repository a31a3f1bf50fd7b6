/** Puts values into published examples, and placeholders into the answers that they get. */
export interface PlayedExamples {
  /** The text with the values that earlier answers had. */
  fillIn(text: string): Promise<string>;
  /** Placeholders where the answer's values fit them, so that what is compared next is word for word the example. */
  withPlaceholders(actual: unknown, expected: unknown): unknown;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** What stands for values that differ from run to run. */
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
  count: /^\d{1,9}$/,
  'endpoint-id': UUID,
  'key-id': UUID,
  milliseconds: /^\d{1,5}(\.\d)?$/,
  'notification-id': UUID,
  'request-id': /^AUTO-[\dA-F]{20}$/,
  'sealing-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  stream: new RegExp(`^token:${UUID.source.slice(1)}`),
  'token-reference': UUID,
  'webhook-secret': /^whsec_[A-Za-z\d+/]{43}=$/,
};
const PLACEHOLDER = /<([a-z-]+)(:[\w-]+)?>/g;

export function playedExamples(tokenOf: (caller: string) => Promise<string>): PlayedExamples {
  /** Values of named placeholders, as the answer that first shows one gave it. */
  const known = new Map<string, string>();

  async function fillIn(text: string): Promise<string> {
    const tokens = new Map<string, string>();
    for (const [, caller] of text.matchAll(/<token:([\w-]+)>/g)) tokens.set(caller!, await tokenOf(caller!));
    return text.replace(PLACEHOLDER, (placeholder, kind: string, name?: string) => {
      const value = kind === 'token' ? tokens.get(name?.slice(1) ?? '') : known.get(placeholder);
      if (value === undefined) throw new Error(`${placeholder} is not known yet`);
      return value;
    });
  }

  function withPlaceholders(actual: unknown, expected: unknown): unknown {
    if (typeof expected === 'string' && (typeof actual === 'string' || typeof actual === 'number')) {
      const kind = new RegExp(`^${PLACEHOLDER.source}$`).exec(expected);
      if (kind === null) {
        // named ones within a text are known already
        const filled = expected.replace(PLACEHOLDER, (placeholder) => known.get(placeholder) ?? placeholder);
        return filled === actual ? expected : actual;
      }
      if (!PLACEHOLDERS[kind[1]!]?.test(String(actual))) return actual;
      if (kind[2] === undefined) return expected;
      if (!known.has(expected)) known.set(expected, String(actual));
      return known.get(expected) === actual ? expected : actual;
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
