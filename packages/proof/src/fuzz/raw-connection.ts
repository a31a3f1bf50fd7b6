import { connect, type Socket } from 'node:net';

/** The answer to a request. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly ms: number;
  readonly why?: undefined;
}

/** The connection ended without an answer. */
export interface NoAnswer {
  readonly status: 0;
  readonly why: 'closed' | 'silence';
  readonly ms: number;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * A connection that sends raw bytes, which no HTTP client does, and reads answers. It reconnects when the server has
 * closed it, as a server may do after a request that it could not read.
 */
export class RawConnection {
  private socket: Socket | undefined;
  private received: Buffer = Buffer.alloc(0);
  private waiting: ((answer: RawAnswer | 'closed') => void) | undefined;
  private readonly to: Address;

  constructor(to: Address) {
    this.to = to;
  }

  /**
   * Sends bytes and reads the answer.
   *
   * @param endsAfter whether our side of the connection ends after the bytes
   */
  async exchange(
    bytes: Buffer,
    limitMs: number,
    { endsAfter = false, isHead = false } = {},
  ): Promise<RawAnswer | NoAnswer> {
    const wasOpen = this.socket !== undefined;
    const first = await this.exchangeOnce(bytes, limitMs, endsAfter, isHead);
    // The server may have just closed an idle connection.
    return first.status === 0 && first.why === 'closed' && wasOpen
      ? await this.exchangeOnce(bytes, limitMs, endsAfter, isHead)
      : first;
  }

  close(): void {
    this.socket?.destroy();
    this.drop();
  }

  private async exchangeOnce(bytes: Buffer, limitMs: number, endsAfter: boolean, isHead: boolean) {
    const began = performance.now();
    const socket = this.socket ?? this.open();
    this.isHead = isHead;
    const answered = new Promise<RawAnswer | 'closed'>((resolve) => {
      this.waiting = resolve;
    });
    if (endsAfter) socket.end(bytes);
    else socket.write(bytes);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'silence'>((resolve) => {
      timer = setTimeout(() => resolve('silence'), limitMs);
    });
    const result = await Promise.race([answered, timeout]);
    clearTimeout(timer);
    this.waiting = undefined;
    const ms = performance.now() - began;
    if (typeof result === 'string' || endsAfter || this.received.length > 0) this.close();
    return typeof result === 'string' ? ({ status: 0, why: result, ms } as const) : { ...result, ms };
  }

  private isHead = false;

  private open(): Socket {
    const socket = connect({ ...this.to, noDelay: true });
    this.socket = socket;
    socket.on('data', (piece) => {
      this.received = this.received.length === 0 ? piece : Buffer.concat([this.received, piece]);
      this.takeAnswer(false);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.socket !== socket) return;
      this.takeAnswer(true);
      this.drop();
      this.waiting?.('closed');
    });
    return socket;
  }

  private drop(): void {
    this.socket = undefined;
    this.received = Buffer.alloc(0);
  }

  private takeAnswer(isClosed: boolean): void {
    const parsed = parseAnswer(this.received, { isClosed, isHead: this.isHead });
    if (parsed === undefined || this.waiting === undefined) return;
    this.received = this.received.subarray(parsed.length);
    if (/close/i.test(parsed.answer.headers.connection ?? '')) this.close();
    this.waiting(parsed.answer);
  }
}

/** The first complete answer in these bytes. Interim answers (100 Continue) are skipped. */
function parseAnswer(
  bytes: Buffer,
  { isClosed, isHead }: { isClosed: boolean; isHead: boolean },
): { answer: RawAnswer; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(statusLine.slice(9, 12));
  const from = headEnd + 4;
  if (status >= 100 && status < 200) {
    const next = parseAnswer(bytes.subarray(from), { isClosed, isHead });
    return next && { ...next, length: next.length + from };
  }
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = bodyOf(bytes.subarray(from), isHead || status === 204 || status === 304 ? 0 : headers, isClosed);
  return body && { answer: { status, headers, text: body.text, ms: 0 }, length: from + body.length };
}

function bodyOf(
  bytes: Buffer,
  headers: Readonly<Record<string, string>> | 0,
  isClosed: boolean,
): { text: string; length: number } | undefined {
  if (headers === 0) return { text: '', length: 0 };
  if (/chunked/i.test(headers['transfer-encoding'] ?? '')) return chunksOf(bytes);
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  // Without a length, the answer ends with the connection.
  if (length === undefined) return isClosed ? { text: bytes.toString(), length: bytes.length } : undefined;
  return bytes.length < length ? undefined : { text: bytes.toString('utf8', 0, length), length };
}

function chunksOf(bytes: Buffer): { text: string; length: number } | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (bytes.length < end) return undefined;
    if (size === 0) return { text: Buffer.concat(pieces).toString(), length: end };
    pieces.push(bytes.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
