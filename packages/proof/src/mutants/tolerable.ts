import type { JsonObject, JsonValue } from '@cardwright/contract';
import type { ReceivedAnswer, RequestSent } from '../../../cli/src/conformance/exchange.ts';
import { everywhere, inAnswer, inRequest, type Mutant, type Tampering } from './mutant.ts';

/**
 * Permitted variants: another implementation may behave this way without deviating, so the runner must report none of
 * them.
 */
export function tolerableVariants(): Mutant[] {
  return VARIANTS.map(([id, tampering]) => ({ id, kind: 'tolerable', tamper: () => tampering }));
}

const text = (change: (text: string) => string) => (_sent: RequestSent, answered: ReceivedAnswer) =>
  answered.text.startsWith('{') ? { ...answered, text: change(answered.text) } : undefined;
const headers =
  (change: (headers: Record<string, string>) => Record<string, string>) =>
  (_sent: RequestSent, answered: ReceivedAnswer) => ({
    ...answered,
    headers: change({ ...answered.headers }),
  });
const member = (name: string, put: (value: JsonValue) => JsonValue) => inAnswer((json) => everywhere(json, name, put));
/** Changes a part of an envelope. */
const inPart = (part: string, change: (inside: JsonObject) => JsonObject) =>
  inAnswer((json) => {
    const [[root, keyed] = []] = Object.entries(json);
    if (root !== 'GwSrvResponse') return undefined;
    const [[key, answer] = []] = Object.entries(keyed as JsonObject);
    const inside = (answer as JsonObject | undefined)?.[part] as JsonObject | undefined;
    if (key === undefined || inside === undefined) return undefined;
    return { [root]: { [key]: { ...(answer as JsonObject), [part]: change(inside) } } };
  });

function reordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .reverse()
      .map(([name, inside]) => [name, reordered(inside)]),
  );
}

/** Escapes letters only inside the texts. The characters between them are not text, such as `true` or a line end. */
function lettersEscaped(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (one) =>
    one.replace(/\\(?:u[0-9a-f]{4}|.)|[a-z]|[^\x20-\x7e]/gi, (character) =>
      character.startsWith('\\') ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

const VARIANTS: readonly (readonly [id: string, tampering: Tampering])[] = [
  ['members in another order', { answer: inAnswer((json) => reordered(json) as JsonObject) }],
  ['members that no table has', { answer: inAnswer((json) => ({ ...json, 'x-build': '7' })) }],
  [
    'members that no table has, in the header',
    { answer: inPart('header', (header) => ({ ...header, region: 'north' })) },
  ],
  [
    'members that no table has, in exception_details',
    { answer: inPart('exception_details', (details) => ({ ...details, severity: 'INFO' })) },
  ],
  ['blanks and lines in the JSON', { answer: text((one) => JSON.stringify(JSON.parse(one), null, 2)) }],
  ['characters escaped', { answer: text((one) => one.replaceAll('/', '\\/')) }],
  ['letters escaped', { answer: text(lettersEscaped) }],
  [
    'a charset in another case',
    { answer: headers((all) => ({ ...all, 'content-type': (all['content-type'] ?? '').replace('utf-8', 'UTF-8') })) },
  ],
  [
    'no charset',
    { answer: headers((all) => ({ ...all, 'content-type': (all['content-type'] ?? '').replace(/;.*/, '') })) },
  ],
  [
    'headers of its own',
    { answer: headers((all) => ({ ...all, server: 'other', 'x-powered-by': 'another', via: '1.1 proxy' })) },
  ],
  ['another application_name', { answer: member('application_name', () => 'OTHER-GATEWAY') }],
  ['other texts of errors', { answer: member('message', () => 'is not as it should be') }],
  [
    'other descriptions of errors',
    {
      answer: member('error_description', (one) =>
        one === 'Success' || one === 'Duplicate Message ID' ? one : 'Something is wrong',
      ),
    },
  ],
  [
    'ISO 8601 times in the header',
    {
      answer: member('timestamp', (one) =>
        String(one).replace(/^(\d\d)\/(\d\d)\/(\d{4}) (.*)$/, '$3-$2-$1T$4.000+04:00'),
      ),
    },
  ],
  [
    'ISO 8601 times in exception_details',
    {
      answer: member('date_time', (one) => String(one).replace(/^(\d\d)\/(\d\d)\/(\d{4}) (.*)$/, '$3-$2-$1T$4+04:00')),
    },
  ],
  [
    'the other name of the answer of client create',
    { answer: member('msg_function', (one) => (one === 'REP_GENERIC_CUSTOMER_DETAILS' ? 'REP_CLIENT_UPDATE' : one)) },
  ],
  [
    'HTTP 200 for every envelope',
    {
      answer: (_sent, answered) =>
        answered.text.startsWith('{"GwSrvResponse"') ? { ...answered, status: 200 } : undefined,
    },
  ],
  [
    'requests through a proxy that adds headers',
    { request: (sent) => ({ ...sent, headers: { ...sent.headers, 'x-forwarded-for': '192.0.2.1' } }) },
  ],
  [
    'requests whose members are reordered on the way',
    {
      // Leaves a request unchanged if it cannot be parsed without loss, for example because a member occurs twice.
      request: inRequest((json, { path, body }) =>
        path.includes('services/') && JSON.stringify(json) === body ? (reordered(json) as JsonObject) : undefined,
      ),
    },
  ],
  [
    'problems with a type and an instance of their own',
    {
      answer: inAnswer((json) =>
        json.error_code === undefined ? undefined : { ...json, type: 'https://errors.example/1', instance: '/a' },
      ),
    },
  ],
];
