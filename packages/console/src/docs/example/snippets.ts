import type { DescribedOperation, Example } from '../text/contents.ts';
import type { PublishedCaller } from '../text/page-settings.ts';
import { bodyText } from './example-text.ts';

export const LANGUAGES = ['curl', 'TypeScript', 'Command line', 'HTTP'] as const;
export type SnippetLanguage = (typeof LANGUAGES)[number];

/** The language of the code, for its colors. */
export const CODE_LANGUAGES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'sh',
  TypeScript: 'ts',
  'Command line': 'sh',
  HTTP: 'json',
};

interface SnippetInput {
  readonly operation: DescribedOperation;
  readonly example: Example;
  readonly prefix: string;
  /** The URL of the server. */
  readonly server: string;
  readonly tokenPath: string;
  /** The caller with published credentials that may send the example, if there is one. */
  readonly caller: PublishedCaller | undefined;
}

/** The same example as code of that language. */
export function snippetOf(language: SnippetLanguage, input: SnippetInput): string {
  if (language === 'curl') return curl(input);
  if (language === 'TypeScript') return typescript(input);
  return language === 'HTTP' ? http(input) : commandLine(input);
}

function http({ example: { request }, prefix }: SnippetInput): string {
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const head = [`${request.method} ${request.path}`, ...headers].join('\n');
  return request.body === undefined ? head : `${head}\n\n${bodyText(request.body, prefix)}`;
}

/** Gets the token that the request uses, from this server. */
function tokenLine({ server, tokenPath, caller }: SnippetInput): string {
  if (caller === undefined) return '';
  const credentials = atob(caller.credentials);
  return `TOKEN=$(curl -s -u ${credentials} -d grant_type=client_credentials ${server}${tokenPath} |
  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
`;
}

function curl(input: SnippetInput): string {
  const { example, prefix, server } = input;
  const { request } = example;
  const headerOptions = Object.entries(request.headers ?? {}).map(([name, value]) => {
    const isToken = /^authorization$/i.test(name) && value.startsWith('Bearer');
    return isToken ? `-H "Authorization: Bearer $TOKEN"` : `-H '${name}: ${value.replaceAll("'", "'\\''")}'`;
  });
  const hasType = Object.keys(request.headers ?? {}).some((name) => /^content-type$/i.test(name));
  const body = request.body === undefined ? [] : [...(hasType ? [] : ["-H 'Content-Type: application/json'"]), '-d @-'];
  const method = request.method === (request.body === undefined ? 'GET' : 'POST') ? [] : [`-X ${request.method}`];
  const line = [`curl -s '${server}${request.path}'`, ...method, ...headerOptions, ...body].join(' \\\n  ');
  const token = headerOptions.some((header) => header.includes('$TOKEN')) ? tokenLine(input) : '';
  return request.body === undefined ? token + line : `${token}${line} <<'END'\n${bodyText(request.body, prefix)}\nEND`;
}

const CLIENT = (server: string, caller: string) => `import { Cardwright } from '@cardwright/sdk';

const cw = new Cardwright({
  baseUrl: '${server}',
  clientId: '${caller}',
  clientSecret: process.env.CLIENT_SECRET,
});
`;

function typescript(input: SnippetInput): string {
  const { operation, example, prefix, server } = input;
  const client = CLIENT(server, input.caller?.clientId ?? example.caller ?? 'demo-bank');
  const { request } = example;
  if (operation.sdk === undefined) {
    const body = request.body === undefined ? '' : `, ${bodyText(request.body, prefix)}`;
    return `${client}\nconst answer = await cw.request('${request.method}', '${request.path}'${body});`;
  }
  const ids = idsOf(input);
  const imports = [
    ...operation.sdk.names.map((name) => `'${ids[name] ?? name}'`),
    ...literal(bodyOf(input) ?? queryOf(example)),
  ];
  return `${client}\nconst answer = await cw.${operation.sdk.method}(${imports.join(', ')});`;
}

function literal(value: unknown): string[] {
  if (value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)) return [];
  return [(JSON.stringify(value, null, 2) ?? '').replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')];
}

function commandLine(input: SnippetInput): string {
  const { operation, example } = input;
  if (operation.id === 'access.issue-token') return 'cardwright login --sandbox';
  if (operation.surface === undefined || operation.id === 'services.dispatch') return 'cardwright call --list';
  const options = Object.entries({ ...idsOf(input), ...queryOf(example) }).map(([name, value]) => `${name}='${value}'`);
  const call = ['cardwright call', operation.id, ...options].join(' ');
  const body = bodyOf(input);
  return body === undefined ? call : `${call} <<'END'\n${bodyText(body, input.prefix)}\nEND`;
}

/** The body that a client passes. For an envelope this is the inner body. */
function bodyOf({ operation, example: { request } }: SnippetInput): unknown {
  if (operation.surface !== 'envelope') return request.body;
  const [message] = Object.values(
    (Object.values(request.body as object)[0] ?? {}) as Record<string, { body?: unknown }>,
  );
  return message?.body ?? request.body;
}

/** The path parameters by name. */
export function idsOf({ operation, example }: Pick<SnippetInput, 'operation' | 'example'>): Record<string, string> {
  const steps = (operation.paths[0] ?? '').split('/').slice(2);
  const segments = (example.request.path.split('?')[0] ?? '').replace(/^\/V[12](?=\/)/, '').split('/');
  return Object.fromEntries(
    steps.flatMap((step, at) => {
      const [, name] = /^\{(\w+)\}$/.exec(step) ?? [];
      return name === undefined ? [] : [[name, decodeURIComponent(segments[at + 1] ?? '')]];
    }),
  );
}

function queryOf({ request: { path } }: Example): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''));
}
