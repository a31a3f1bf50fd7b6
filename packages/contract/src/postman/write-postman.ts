import { TOKEN_PATH } from '../access/issue-token.ts';
import type { ExampleFiles, PublishedFile } from '../documents/example-block.ts';
import { requestRoot, responseRoot } from '../envelope-roots.ts';
import type { Json } from '../openapi/components.ts';
import { savedValues } from './saved-values.ts';

export const POSTMAN_PATH = '/postman.json';
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** The caller of most examples. Its variables are clientId, clientSecret and token. */
const USUAL_CALLER = 'demo-bank';

interface Example extends PublishedFile {
  readonly operation: string;
  readonly number: number;
}

/**
 * Writes a Postman collection (format 2.1) of the successful published examples, in the order in which a fresh sandbox
 * gives these answers. Ids from an answer become variables of later requests, and each message gets its own id and
 * time.
 *
 * @param prefix of the envelope's root keys, as the operator configured it
 * @example JSON.stringify(writePostman('Gw', examples))
 */
export function writePostman(prefix: string, files: ExampleFiles): Json {
  const examples = successesOf(files, prefix);
  const callers = [...new Set(examples.flatMap(({ request }) => callerOf(request.headers) ?? []))];
  const others = callers.filter((caller) => caller !== USUAL_CALLER);
  const saved = savedValues(examples);
  return {
    info: {
      name: 'Cardwright',
      description:
        'Requests with the responses of a new sandbox. Run them in this order. Run the folder Access tokens first, and again after 15 minutes.',
      schema: SCHEMA,
    },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:8080' },
      { key: 'clientId', value: USUAL_CALLER },
      { key: 'clientSecret', value: `${USUAL_CALLER}-secret` },
      { key: 'token', value: '' },
      ...others.flatMap((caller) => [
        { key: `clientSecret-${caller}`, value: `${caller}-secret` },
        { key: tokenVariable(caller), value: '' },
      ]),
    ],
    event: [scriptOf('prerequest', FRESH)],
    item: [{ name: 'Access tokens', item: [USUAL_CALLER, ...others].map(tokenRequest) }, ...inFolders(examples, saved)],
  };
}

/** Sets a message id of 12 characters, and the time in the format of the envelope's header. */
const FRESH = [
  "const id = (Date.now().toString(36) + Math.random().toString(36).slice(2)).toUpperCase().slice(-12).padStart(12, '0');",
  "pm.collectionVariables.set('msgId', id);",
  'const [day, time] = new Date().toISOString().split(/[T.]/);',
  "pm.collectionVariables.set('timestamp', day.split('-').reverse().join('/') + ' ' + time);",
];

/** Omits repeats: with a fresh id, they would be new requests. */
function successesOf(files: ExampleFiles, prefix: string): Example[] {
  return [...files]
    .map(([file, text]): Example => {
      const [, operation = '', number] = /^([^/]+)\/(\d+)/.exec(file) ?? [];
      const published = JSON.parse(withPrefix(text, prefix)) as PublishedFile;
      return { ...published, operation, number: Number(number) };
    })
    .filter(({ operation, answer }) => answer.status < 300 && operation !== 'access.issue-token')
    .filter(({ answer }) => answer.headers?.['idempotent-replayed'] === undefined)
    .sort((one, other) => one.number - other.number);
}

function withPrefix(text: string, prefix: string): string {
  return text
    .replaceAll(`"${requestRoot('Gw')}"`, `"${requestRoot(prefix)}"`)
    .replaceAll(`"${responseRoot('Gw')}"`, `"${responseRoot(prefix)}"`);
}

/** Groups consecutive examples of the same group into folders. */
function inFolders(examples: readonly Example[], saved: ReadonlyMap<Example, readonly string[]>): Json[] {
  const folders: { name: string; item: Json[] }[] = [];
  let group = '';
  for (const example of examples) {
    const [own = ''] = example.operation.split('.');
    if (own !== group) folders.push({ name: `${String(folders.length + 1).padStart(2, '0')} ${own}`, item: [] });
    group = own;
    folders.at(-1)?.item.push(itemOf(example, saved.get(example) ?? []));
  }
  return folders;
}

function itemOf({ title, operation, request }: Example, script: readonly string[]): Json {
  const { authorization: _, 'x-request-id': _own, ...headers } = request.headers ?? {};
  const caller = callerOf(request.headers);
  const { body } = request;
  const text = typeof body === 'string' ? body : JSON.stringify(withFreshIds(body), null, 2);
  const type =
    headers['content-type'] === undefined && body !== undefined ? { 'content-type': 'application/json' } : {};
  return {
    name: `${operation}: ${title}`,
    ...(script.length > 0 && { event: [scriptOf('test', script)] }),
    request: {
      method: request.method,
      auth: caller === undefined ? { type: 'noauth' } : bearer(caller),
      header: Object.entries({ ...headers, ...type }).map(([key, value]) => ({
        key,
        value: /^(idempotency-key|unique-reference-code)$/i.test(key) ? '{{msgId}}' : asVariables(value),
      })),
      url: urlOf(asVariables(request.path)),
      ...(body !== undefined && { body: { mode: 'raw', raw: asVariables(text) } }),
    },
  };
}

function tokenRequest(caller: string): Json {
  const isUsual = caller === USUAL_CALLER;
  const form = {
    grant_type: 'client_credentials',
    client_id: isUsual ? '{{clientId}}' : caller,
    client_secret: isUsual ? '{{clientSecret}}' : `{{clientSecret-${caller}}}`,
  };
  return {
    name: `Access token of ${caller}`,
    event: [
      scriptOf('test', [`pm.collectionVariables.set('${tokenVariable(caller)}', pm.response.json().access_token);`]),
    ],
    request: {
      method: 'POST',
      auth: { type: 'noauth' },
      header: [],
      url: urlOf(TOKEN_PATH),
      body: { mode: 'urlencoded', urlencoded: Object.entries(form).map(([key, value]) => ({ key, value })) },
    },
  };
}

const tokenVariable = (caller: string) => (caller === USUAL_CALLER ? 'token' : `token-${caller}`);

function bearer(caller: string): Json {
  return { type: 'bearer', bearer: [{ key: 'token', value: `{{${tokenVariable(caller)}}}`, type: 'string' }] };
}

function callerOf(headers: Readonly<Record<string, string>> | undefined): string | undefined {
  return /^Bearer <token:([\w-]+)>$/.exec(headers?.authorization ?? '')?.[1];
}

function urlOf(path: string): Json {
  const [before = '', query] = path.split('?');
  const pairs = query?.split('&').map((pair) => pair.split('='));
  return {
    raw: `{{baseUrl}}${path}`,
    host: ['{{baseUrl}}'],
    path: before.slice(1).split('/'),
    ...(pairs !== undefined && { query: pairs.map(([key, value = '']) => ({ key, value })) }),
  };
}

/** Replaces the ids and times of a message with variables. The rest stays unchanged. */
function withFreshIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFreshIds);
  if (typeof value !== 'object' || value === null) return value;
  const isHeader = Object.hasOwn(value, 'msg_id');
  const fresh: Readonly<Record<string, string>> = isHeader
    ? { msg_id: '{{msgId}}', tracking_id: '{{msgId}}', timestamp: '{{timestamp}}' }
    : {};
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, fresh[name] ?? withFreshIds(own)]));
}

/** Converts `<exid:amina>` to `{{exid-amina}}`: packages/contract/examples/README.md. */
function asVariables(text: string): string {
  return text.replace(/<([a-z-]+):([\w-]+)>/g, '{{$1-$2}}');
}

function scriptOf(listen: 'prerequest' | 'test', exec: readonly string[]): Json {
  return { listen, script: { type: 'text/javascript', exec } };
}
