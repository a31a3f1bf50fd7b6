import type { Example } from '../text/contents.ts';

/** Examples are published with this prefix; operators may choose another one for the root of their envelopes. */
const PUBLISHED = /"Gw(Srv(?:Request|Response))"/g;

/** A body as it is written: JSON with the operator's own prefix, or a text. */
export function bodyText(body: unknown, prefix: string): string {
  if (typeof body === 'string') return body;
  return (JSON.stringify(body, null, 2) ?? '').replace(PUBLISHED, `"${prefix}$1"`);
}

/** What an answer of the examples shows: its status, the headers worth showing, its body. */
export function responseText({ answer }: Example, prefix: string): string {
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP ${answer.status}`, ...headers].join('\n');
  return answer.body === undefined ? head : `${head}\n\n${bodyText(answer.body, prefix)}`;
}
