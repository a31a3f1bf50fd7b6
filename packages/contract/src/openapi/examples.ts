import type { ExampleFiles, PublishedFile } from '../documents/example-block.ts';
import { requestRoot, responseRoot } from '../envelope-roots.ts';
import type { Content, Json } from './components.ts';
import { fillExample } from './example-values.ts';

/** By name, as OpenAPI has them. */
export type NamedExamples = Record<string, { summary?: string; value: unknown }>;

export interface OperationExamples {
  readonly requests: NamedExamples;
  readonly answers: ReadonlyMap<number, NamedExamples>;
  /** Path with query, and headers, of the first request that succeeds. */
  readonly sent: { readonly path: string; readonly headers: Readonly<Record<string, string>> } | undefined;
}

/** Of each status, so that a document stays small; the folder of the operation has all of them. */
const MOST_ALIKE = 1;
/** Characters of an answer that is shown whole. Of a longer one, each list is shown by its first entry. */
const LONGEST_WHOLE = 300;

/** The published examples of an operation, chosen for its description: a request with its answer, and an answer of each refusal. */
export function examplesOf(operationId: string, files: ExampleFiles, prefix: string): OperationExamples {
  const answers = new Map<number, NamedExamples>();
  const requests: NamedExamples = {};
  let sent: OperationExamples['sent'];
  for (const { name, title, request, answer } of readExamples(operationId, files, prefix)) {
    const alike = answers.get(answer.status) ?? {};
    if (Object.keys(alike).length >= MOST_ALIKE) continue;
    // an operation that no example succeeds with still shows how it is asked
    const isAsked = answer.status < 300 || sent === undefined;
    const named = { summary: title };
    // under one name with its answer, so that the request alone says what it is
    const isNamedByRequest = isAsked && request.body !== undefined;
    answers.set(answer.status, {
      ...alike,
      [name]: { ...(!isNamedByRequest && named), value: shownBody(answer.body) },
    });
    if (!isAsked) continue;
    if (isNamedByRequest) requests[name] = { ...named, value: request.body };
    sent ??= { path: request.path, headers: request.headers ?? {} };
  }
  return { requests, answers, sent };
}

function shownBody(body: unknown): unknown {
  return (JSON.stringify(body) ?? '').length > LONGEST_WHOLE ? withShortLists(body) : body;
}

function withShortLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(withShortLists);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withShortLists(inner)]));
}

/** A published example with values in place of its placeholders. */
export interface FilledExample extends PublishedFile {
  readonly name: string;
  /** Whose access token it is sent with, if it has one. */
  readonly caller: string | undefined;
}

/** Successes first: what a page shows first, and what is tried first. */
export function readExamples(operationId: string, files: ExampleFiles, prefix: string): FilledExample[] {
  return [...files]
    .filter(([file]) => file.startsWith(`${operationId}/`))
    .map(([file, text]) => {
      const [, number, name = ''] = /(\d+)-([\w-]+)\.json$/.exec(file) ?? [];
      const caller = /"Bearer <token:([\w-]+)>"/.exec(text)?.[1];
      const filled = JSON.parse(fillExample(withPrefix(text, prefix))) as PublishedFile;
      return { ...filled, name, caller, number: Number(number) };
    })
    .sort((one, other) => rank(one) - rank(other) || one.number - other.number);
}

const rank = ({ answer }: PublishedFile) => (answer.status < 300 ? 0 : 1);

function withPrefix(text: string, prefix: string): string {
  const published = 'Gw';
  return text
    .replaceAll(`"${requestRoot(published)}"`, `"${requestRoot(prefix)}"`)
    .replaceAll(`"${responseRoot(published)}"`, `"${responseRoot(prefix)}"`);
}

/** A body with its examples, if there are any. */
export function contentOf(
  schema: Json,
  examples: NamedExamples | undefined,
  type = 'application/json',
): Record<string, Content> {
  const shown = examples !== undefined && Object.keys(examples).length > 0;
  return { [type]: { schema, ...(shown && { examples }) } };
}
