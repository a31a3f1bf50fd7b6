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
    ...message(`${request.method} ${request.path}`, request),
    '',
    ...message(`HTTP ${answer.status}`, answer),
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

function message(start: string, { headers = {}, body }: Message): string[] {
  const lines = [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  if (body === undefined) return fenced('http', lines);
  if (typeof body === 'string') return [...fenced('http', lines), '', ...fenced('', body.split('\n'))];
  return [...fenced('http', lines), '', ...fenced('json', [JSON.stringify(body, null, 2)])];
}

const fenced = (language: string, lines: readonly string[]) => [`\`\`\`${language}`, ...lines, '```'];
