import { type ExampleFiles, type Operation, readExamples } from '@cardwright/contract';
import type { ClientMethod } from './client-groups.ts';
import { memberName, quoteText } from './schema-type.ts';

const WIDTH = 100;

/**
 * Writes code that calls a method with a published example of its operation. Successful examples are preferred.
 *
 * @throws Error if the operation has no published example
 *
 * @example
 * methodExample(method, files); // const answer = await cw.clients.retrieve('CIF-100001');
 */
export function methodExample({ path, operation, ids, list }: ClientMethod, files: ExampleFiles): string {
  const examples = readExamples(operation.id, files, 'Gw').filter(({ request }) => !request.path.startsWith('/V1'));
  // Most operations accept null as a deviation, but the types do not.
  const example = examples.find(({ request }) => !JSON.stringify(request.body ?? '').includes(':null')) ?? examples[0];
  if (example === undefined) throw new Error(`${operation.id} has no example`);
  const { request } = example;
  const url = new URL(request.path, 'http://gateway');
  const pattern = new RegExp(`${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const params = pattern.exec(url.pathname)?.groups ?? {};
  const idArguments = ids.map((id) => quoteText(decodeURIComponent(params[id] ?? '')));
  const query = Object.fromEntries(url.searchParams);
  const input = isRead(operation) ? query : bodyOf(operation, request.body);
  const hasInput = typeof input === 'string' || Object.keys(input ?? {}).length > 0;
  const call = `cw.${path}(${[...idArguments, ...(hasInput ? [literal(input)] : [])].join(', ')})`;
  if (list !== undefined) return `for await (const entry of ${call}) console.log(entry);`;
  return `const answer = await ${call};`;
}

const isRead = (operation: Operation) => operation.surface === 'rest' && operation.request === null;

function bodyOf(operation: Operation, body: unknown): unknown {
  if (operation.surface !== 'envelope') return body;
  const message = (body as { GwSrvRequest?: Record<string, { body?: unknown }> } | undefined)?.GwSrvRequest;
  return message?.[operation.requestKey]?.body;
}

/** Writes a JSON value as TypeScript, on one line if it is short. */
function literal(value: unknown): string {
  const [open, close, parts] = partsOf(value);
  if (parts === undefined) return open;
  const line = open === '{' ? `{ ${parts.join(', ')} }` : `[${parts.join(', ')}]`;
  if (line.length <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `  ${part.replaceAll('\n', '\n  ')},`).join('\n')}\n${close}`;
}

function partsOf(value: unknown): [open: string, close: string, parts?: string[]] {
  if (Array.isArray(value)) return ['[', ']', value.map(literal)];
  if (typeof value === 'string') return [quoteText(value), ''];
  if (typeof value !== 'object' || value === null) return [String(value), ''];
  return ['{', '}', Object.entries(value).map(([key, inner]) => `${memberName(key)}: ${literal(inner)}`)];
}
