import type { Example } from '../text/contents.ts';

/** The prefix of published examples. Operators can choose another prefix for the root of their envelopes. */
const PUBLISHED = /"Gw(Srv(?:Request|Response))"/g;

/** Formats a body: JSON with the operator's own prefix, or plain text. */
export function bodyText(body: unknown, prefix: string): string {
  if (typeof body === 'string') return body;
  return (JSON.stringify(body, null, 2) ?? '').replace(PUBLISHED, `"${prefix}$1"`);
}

/** Formats the response of an example: its status, the relevant headers, and its body. */
export function responseText({ answer }: Example, prefix: string): string {
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP ${answer.status}`, ...headers].join('\n');
  return answer.body === undefined ? head : `${head}\n\n${bodyText(answer.body, prefix)}`;
}
