/**
 * An input as data, to be written to a connection. It is a template: placeholders like `<exid:amina>` refer to data of
 * the world of this run (`fuzz-world.ts`), and `<fresh:12>` to digits that no other input has.
 */
export interface FuzzInput {
  /** The operation or path of the base input, for counting. */
  readonly operation: string;
  readonly method: string;
  /** Path and query in the form in which they are sent. */
  readonly target: string;
  /** Names and values in the form in which they are sent, one line each. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  /** Whether the characters of the body are bytes instead of text to encode as UTF-8. */
  readonly isBytes?: true;
  /** `length` if absent. A number is a Content-Length that may be wrong. */
  readonly framing?: 'chunked' | 'none' | number;
  /** The number of bytes after which our side of the connection ends. */
  readonly cutAt?: number;
}

/** Replaces the placeholders of a template with data of the world. */
export type Fill = (text: string) => string;

/** The bytes of a request. Header texts are latin1, as in HTTP. */
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

/** Whether the HTTP framing is valid, so that the server must answer. */
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

/** Node's parser refuses other methods, or they do not mean a request with an answer. */
const METHODS = new Set(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']);

/** The same request as a curl command. A comment mentions what curl cannot send. */
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
