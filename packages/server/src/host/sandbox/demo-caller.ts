import { EOL } from 'node:os';
import type { Method } from '@cardwright/contract';

/** A caller that prints every request with its answer. It uses the gateway only through its URL. */
export interface DemoCaller {
  /** Prints the next step number, a heading and a sentence. */
  step(heading: string, sentence: string): void;
  send(request: DemoRequest): Promise<DemoAnswer>;
  print(text: string): void;
}

export interface DemoRequest {
  readonly method?: Method;
  readonly path: string;
  readonly token?: string;
  /** JSON, or a form as a list of pairs. */
  readonly body?: object | URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  /** The expected HTTP status; anything else ends the demo. */
  readonly expect: number;
}

export interface DemoAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  readonly json: any;
  readonly headers: Headers;
}

/** Ends the demo. The message states the reason and the remedy. */
export class DemoEnd extends Error {}

const WIDTH = 110;
/** The response headers that the demo prints. */
const REPORTED_HEADERS = ['idempotent-replayed', 'contract-warnings', 'contract-errors'];

export function createDemoCaller(url: string, print: (text: string) => void): DemoCaller {
  let steps = 0;
  const line = (text = '') => print(`${text}${EOL}`);
  return {
    step(heading, sentence) {
      steps += 1;
      line();
      line(emphasis(`${steps}. ${heading}`));
      line(sentence);
    },
    print: line,
    async send(request) {
      const { method = 'POST', path } = request;
      line();
      line(`  ${method} ${path}`);
      if (request.body !== undefined) line(indent(format(request.body)));
      const response = await reach(url, request);
      const text = await response.text();
      const json = isJson(response) ? JSON.parse(text) : text;
      line(`  ${response.status}${displayedHeaders(response.headers)}`);
      line(indent(format(json)));
      if (response.status !== request.expect) {
        throw new DemoEnd(`The demo expected HTTP ${request.expect} and cannot continue.`);
      }
      return { json, headers: response.headers };
    },
  };
}

/** Sends without printing. */
export async function reach(url: string, request: Omit<DemoRequest, 'expect'>): Promise<Response> {
  const { method = 'POST', path, token, body, headers } = request;
  const isForm = body instanceof URLSearchParams;
  try {
    return await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message;
    throw new DemoEnd(`Failed to connect to ${url} (${cause}). To start a sandbox, run: npm start`);
  }
}

function isJson(response: Response): boolean {
  return /json/.test(response.headers.get('content-type') ?? '');
}

function displayedHeaders(headers: Headers): string {
  const reported = REPORTED_HEADERS.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : []));
  return reported.length === 0 ? '' : `  ${reported.join('  ')}`;
}

function emphasis(text: string): string {
  return process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text;
}

/** Returns a text for the screen, with masked card numbers and shortened tokens. */
function format(value: unknown): string {
  if (value instanceof URLSearchParams) return value.toString();
  const text = typeof value === 'string' ? value : compact(value);
  return text.replace(/(?<!\d)(\d{6})\d{6}(\d{4})(?!\d)/g, '$1XXXXXX$2').replace(/(eyJ[\w-]{10})[\w.-]+/g, '$1...');
}

/** Formats JSON for people: a value that fits on a line stays on one line, and short members share a line. */
function compact(value: unknown, depth = 0): string {
  const flat = spaced(value);
  if (typeof value !== 'object' || value === null || flat.length + 2 * depth <= WIDTH) return flat;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((entry) => compact(entry, depth + 1))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${compact(member, depth + 1)}`);
  const inner = fill(members, WIDTH - 2 * depth)
    .map((row) => indent(row))
    .join(',\n');
  return isList ? `[\n${inner}\n]` : `{\n${inner}\n}`;
}

/** Formats a value on one line, with a space after each comma and colon. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function fill(members: readonly string[], width: number): string[] {
  const rows: string[] = [];
  for (const member of members) {
    const last = rows.at(-1);
    const joined = `${last}, ${member}`;
    if (last !== undefined && !joined.includes('\n') && joined.length <= width) rows[rows.length - 1] = joined;
    else rows.push(member);
  }
  return rows;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((row) => `  ${row}`)
    .join('\n');
}
