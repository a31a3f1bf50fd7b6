import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonObject, Operation } from '@cardwright/contract';
import type { Parts } from '../requests.ts';

interface Published {
  readonly request: {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: JsonObject | string;
  };
  readonly answer: { readonly status: number };
}

/** Values for the placeholders in published examples. No object has these values. */
const UNKNOWN_IDS: Readonly<Record<string, string>> = {
  'account-number': '002999999999',
  exid: '9999999999999999990',
  'masked-card-number': '420000XXXXXX9998',
  'webhook-secret': `whsec_${'A'.repeat(43)}=`,
  'approval-code': '999999',
  stream: 'token:00000000-0000-4000-8000-000000000000',
};
const NO_ID = '00000000-0000-4000-8000-000000000000';
const FOLDER = new URL('../examples/', import.meta.resolve('@cardwright/contract'));

/** Returns the first published example of a successful request. It names nothing that exists. */
export function publishedSample(operation: Operation): Parts | undefined {
  const folder = fileURLToPath(new URL(`${operation.id}/`, FOLDER));
  if (!existsSync(folder)) return undefined;
  const examples = readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as Published);
  const example = examples.find(({ answer }) => answer.status < 300) ?? examples[0];
  if (example === undefined) return undefined;
  const { authorization: _, ...headers } = example.request.headers;
  const text = JSON.stringify({ ...example.request, headers });
  const filled = text.replace(/<([a-z-]+)(:[\w-]+)?>/g, (_whole, kind: string) => UNKNOWN_IDS[kind] ?? NO_ID);
  const { path, body, headers: exampleHeaders } = JSON.parse(filled) as Published['request'];
  const url = new URL(path, 'http://sandbox');
  const pattern = new RegExp(`${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const params = Object.entries(pattern.exec(url.pathname)?.groups ?? {});
  return {
    params: Object.fromEntries(params.map(([name, value]) => [name, decodeURIComponent(value)])),
    query: Object.fromEntries(url.searchParams),
    headers: exampleHeaders,
    request: typeof body === 'object' ? body : {},
  };
}
