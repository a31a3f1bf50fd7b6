import { linkTo } from './markdown.ts';

/** A file of packages/contract/examples; its README lists the members. */
export interface PublishedFile {
  readonly title: string;
  readonly request: Message & { readonly method: string; readonly path: string };
  readonly answer: Message & { readonly status: number };
}
interface Message {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Files of packages/contract/examples by their path below it. */
export type ExampleFiles = ReadonlyMap<string, string>;

const FOLDER = 'packages/contract/examples';

/** Writes one example in full: the request as it is sent, and the answer. */
export function exampleBlock(page: string, file: string, examples: ExampleFiles): string {
  const { title, request, answer } = read(file, examples);
  return [
    `**[${title}](${linkTo(page, `${FOLDER}/${file}`)})**`,
    '',
    messageBlock(`${request.method} ${request.path}`, request),
    '',
    messageBlock(`HTTP ${answer.status}`, answer),
  ].join('\n');
}

/** Writes a list of links to every example of an operation. */
export function exampleList(page: string, operationId: string, examples: ExampleFiles): string {
  const files = [...examples.keys()].filter((file) => file.startsWith(`${operationId}/`)).sort(byNumber);
  if (files.length === 0) throw new Error(`${operationId} has no examples`);
  return files
    .map((file) => {
      const { title, answer } = read(file, examples);
      return `- [${title}](${linkTo(page, `${FOLDER}/${file}`)}): HTTP ${answer.status}`;
    })
    .join('\n');
}

function read(file: string, examples: ExampleFiles): PublishedFile {
  const text = examples.get(file);
  if (text === undefined) throw new Error(`no example ${FOLDER}/${file}`);
  return JSON.parse(text) as PublishedFile;
}

function byNumber(one: string, other: string): number {
  const number = (file: string) => Number(/\/(\d+)-/.exec(file)?.[1]);
  return number(one) - number(other);
}

/** Writes a request or a response in full, below its first line. */
export function messageBlock(start: string, { headers = {}, body }: Message): string {
  const lines = [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const head = fenced('http', lines.join('\n'));
  if (body === undefined) return head;
  const content = typeof body === 'string' ? fenced('', body) : fenced('json', JSON.stringify(body, null, 2));
  return `${head}\n\n${content}`;
}

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
