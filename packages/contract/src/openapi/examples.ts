import type { ExampleFiles, PublishedFile } from '../documents/example-block.ts';
import { requestRoot, responseRoot } from '../envelope-roots.ts';
import type { Content, Json } from './components.ts';
import { fillExample } from './example-values.ts';

/** Examples by name, as in OpenAPI. */
export type NamedExamples = Record<string, { summary?: string; value: unknown }>;

export interface OperationExamples {
  readonly requests: NamedExamples;
  readonly answers: ReadonlyMap<number, NamedExamples>;
  /** Path with query, and headers, of the first request that succeeds. */
  readonly sent: { readonly path: string; readonly headers: Readonly<Record<string, string>> } | undefined;
}

/**
 * Number of examples for each status. More would make the document large. The folder of the operation has all of them.
 */
const MAX_SIMILAR = 1;
/** Longest answer in characters that is shown in full. In longer answers, each list shows only its first entry. */
const LONGEST_WHOLE = 300;

/**
 * Selects published examples for the description of an operation: a request with its answer, and an answer for each
 * refusal.
 */
export function examplesOf(operationId: string, files: ExampleFiles, prefix: string): OperationExamples {
  const answers = new Map<number, NamedExamples>();
  const requests: NamedExamples = {};
  let firstRequest: OperationExamples['sent'];
  for (const { name, title, request, answer } of readExamples(operationId, files, prefix)) {
    const similar = answers.get(answer.status) ?? {};
    if (Object.keys(similar).length >= MAX_SIMILAR) continue;
    // An operation without a successful example still shows a request.
    const hasRequest = answer.status < 300 || firstRequest === undefined;
    const summaryPart = { summary: title };
    // The request and its answer share a name, so only the request has the summary.
    const isNamedByRequest = hasRequest && request.body !== undefined;
    answers.set(answer.status, {
      ...similar,
      [name]: { ...(!isNamedByRequest && summaryPart), value: displayedBody(answer.body) },
    });
    if (!hasRequest) continue;
    if (isNamedByRequest) requests[name] = { ...summaryPart, value: request.body };
    firstRequest ??= { path: request.path, headers: request.headers ?? {} };
  }
  return { requests, answers, sent: firstRequest };
}

function displayedBody(body: unknown): unknown {
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
  /** The caller whose access token the request has. Undefined if it has none. */
  readonly caller: string | undefined;
}

/** Sorts successes first: pages show the first example, and readers try it first. */
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

/** Describes a body, with its examples if there are any. */
export function contentOf(
  schema: Json,
  examples: NamedExamples | undefined,
  type = 'application/json',
): Record<string, Content> {
  const hasExamples = examples !== undefined && Object.keys(examples).length > 0;
  return { [type]: { schema, ...(hasExamples && { examples }) } };
}
