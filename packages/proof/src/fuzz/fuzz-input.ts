/**
 * One input as data: what is written to a connection. It is a template: `<exid:amina>` and its like stand for what the world
 * of this run has (`fuzz-world.ts`), `<fresh:12>` for digits that no other input has.
 */
export interface FuzzInput {
  /** The operation or the door that it began as, for counting. */
  readonly door: string;
  readonly method: string;
  /** Path and query, as they are written. */
  readonly target: string;
  /** Names and values as they are written, one line each. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  /** Whether the characters of the body are bytes, and not text that becomes UTF-8. */
  readonly isBytes?: true;
  /** `length` when absent. A number is a Content-Length that need not be true. */
  readonly framing?: 'chunked' | 'none' | number;
  /** Of all its bytes, how many are sent before our side of the connection ends. */
  readonly cutAt?: number;
}

/** Puts what the world has into the template. */
export type Fill = (text: string) => string;

/** The bytes of a request. Header texts are latin1, as HTTP has them. */
export function bytesOf(input: FuzzInput, fill: Fill): Buffer {
  const body = bodyBytes(input, fill);
  const framed = framingOf(input, body);
  const lines = [...input.headers.map(([name, value]) => `${name}: ${value}`), ...framed.headers];
  const head = fill([`${input.method} ${input.target} HTTP/1.1`, 'Host: fuzz', ...lines].join('\r\n'));
  const bytes = Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), framed.body]);
  return input.cutAt === undefined ? bytes : bytes.subarray(0, input.cutAt);
}

function bodyBytes({ body, isBytes }: FuzzInput, fill: Fill): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  return isBytes ? Buffer.from(body, 'latin1') : Buffer.from(fill(body));
}

function framingOf({ body, framing }: FuzzInput, bytes: Buffer): { headers: string[]; body: Buffer } {
  if (framing === 'none') return { headers: [], body: bytes };
  if (framing === 'chunked') {
    const half = Math.ceil(bytes.length / 2);
    const chunks = [bytes.subarray(0, half), bytes.subarray(half)].filter((chunk) => chunk.length > 0);
    const framed = chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, CRLF]);
    return { headers: ['Transfer-Encoding: chunked'], body: Buffer.concat([...framed, Buffer.from('0\r\n\r\n')]) };
  }
  if (framing === undefined && body === undefined) return { headers: [], body: bytes };
  return { headers: [`Content-Length: ${framing ?? bytes.length}`], body: bytes };
}

const CRLF = Buffer.from('\r\n');

/** Whether HTTP itself is in order, so that there has to be an answer. */
export function isWellFramed({ framing, cutAt, headers, method, target }: FuzzInput): boolean {
  if (typeof framing === 'number' || framing === 'none' || cutAt !== undefined) return false;
  const framed = headers.some(([name]) =>
    /^(content-length|transfer-encoding|connection|expect|upgrade|host)$/i.test(name),
  );
  const isToken = headers.every(
    ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
  );
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length, target.length);
  return !framed && isToken && size < 8_000 && METHODS.has(method) && /^\/[\x21-\x7e]*$/.test(target);
}

/** Others are refused by Node's parser, or mean something else than a request and an answer. */
const METHODS = new Set(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']);

/** The same request for a terminal; what curl cannot write is said in a comment. */
export function curlOf(input: FuzzInput): string {
  const quote = (text: string) => `'${text.replace(/'/g, `'\\''`)}'`;
  const headers = input.headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const body = input.body === undefined ? [] : [`--data-binary ${quote(input.body)}`];
  const { framing, cutAt } = input;
  const notes = [
    ...(framing === undefined ? [] : [`framing ${framing}`]),
    ...(cutAt === undefined ? [] : [`cut after ${cutAt} bytes`]),
    ...(input.isBytes ? ['the body is latin1'] : []),
  ];
  const command = [
    'curl --path-as-is -sS -X',
    input.method,
    ...headers,
    ...body,
    quote(`http://localhost:8080${input.target}`),
  ];
  return `${command.join(' ')}${notes.length === 0 ? '' : `  # ${notes.join(', ')}`}`;
}
