import { type Dispatcher, errors } from 'undici';
import { AddressRefused } from './address-guard.ts';
import { NameNotResolved } from './host-resolver.ts';

/** Lenient: bytes that are not UTF-8 show as replacement characters. */
const DECODER = new TextDecoder();

/** Time limits for each part of an exchange, and how many bytes of an answer are read. */
export interface Limits {
  /** For DNS, TCP and TLS together. */
  readonly connectMs: number;
  /** From the end of connecting to the end of the answer's headers. */
  readonly headersMs: number;
  /** From there to the end of the answer, even if bytes keep arriving. */
  readonly bodyMs: number;
  readonly answerBytes: number;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Deadline in the time of performance.now(). It ends the exchange whatever the single limits say. */
  readonly untilMs: number;
}

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly text: string;
  /** As it was sent. */
  readonly retryAfter: string | undefined;
  /** Why the answer was not read to its end; undefined when it was. */
  readonly incomplete: 'TOO_LONG' | 'TIMED_OUT' | 'BROKEN_OFF' | undefined;
}

export interface Unanswered {
  readonly kind: 'unanswered';
  readonly outcome: 'UNREACHABLE' | 'TIMED_OUT' | 'BAD_ANSWER' | 'ADDRESS_REFUSED';
  readonly reason: string;
}

/** POSTs once. Every network failure is a returned value; it does not reject. */
export function exchange(
  dispatcher: Dispatcher,
  url: URL,
  { headers, body, untilMs }: HttpRequest,
  limits: Limits,
): Promise<Answered | Unanswered> {
  return new Promise((settle) => {
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: { ...headers },
        body,
        // timed by our own timers: undici's body timeout starts again with each byte
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      new AnswerReader(limits, untilMs, settle),
    );
  });
}

class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #limits: Limits;
  readonly #untilMs: number;
  readonly #settle: (result: Answered | Unanswered) => void;
  readonly #chunks: Buffer[] = [];
  #left: number;
  #status: number | undefined;
  #retryAfter: string | undefined;
  #isSettled = false;
  #timer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;

  constructor(limits: Limits, untilMs: number, settle: (result: Answered | Unanswered) => void) {
    this.#limits = limits;
    this.#untilMs = untilMs;
    this.#settle = settle;
    this.#left = limits.answerBytes;
    this.#startTimer(limits.connectMs, 'no connection');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // connected too late: the exchange was already reported as failed, so the request must not be sent
    if (this.#isSettled) controller.abort(new Error('given up'));
    else this.#startTimer(this.#limits.headersMs, 'no answer');
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    // 1xx only announces the real answer
    if (status < 200) return;
    this.#status = status;
    const retryAfter = headers['retry-after'];
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined;
    this.#startTimer(this.#limits.bodyMs, 'no end of the answer');
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return;
    this.#chunks.push(chunk.subarray(0, this.#left));
    this.#left -= chunk.length;
    if (this.#left < 0) this.#finish('TOO_LONG');
  }

  onResponseEnd(): void {
    this.#finish(undefined);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#status === undefined) this.#end(explainUnanswered(error));
    else this.#finish('BROKEN_OFF');
  }

  #startTimer(ms: number, missing: string): void {
    clearTimeout(this.#timer);
    const wait = Math.max(0, Math.min(ms, this.#untilMs - performance.now()));
    this.#timer = setTimeout(() => {
      if (this.#status !== undefined) return this.#finish('TIMED_OUT');
      this.#end({ kind: 'unanswered', outcome: 'TIMED_OUT', reason: `${missing} within ${seconds(wait)}` });
    }, wait);
  }

  #finish(incomplete: Answered['incomplete']): void {
    // undici calls onResponseEnd only after onResponseStart
    const status = this.#status!;
    const text = DECODER.decode(Buffer.concat(this.#chunks));
    this.#end({ kind: 'answered', status, text, retryAfter: this.#retryAfter, incomplete });
  }

  #end(result: Answered | Unanswered): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#settle(result);
    // abort, so that an answer nobody reads does not hold the connection
    if (result.kind === 'unanswered' || result.incomplete !== undefined) this.#controller?.abort(new Error('given up'));
  }
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

const UNTRUSTED = 'the certificate is not signed by a trusted authority';
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  EPIPE: 'the connection was closed without an answer',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  UND_ERR_DESTROYED: 'this server was stopped',
  EHOSTUNREACH: 'there is no route to the address',
  ENETUNREACH: 'there is no route to the address',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
};
const NOT_CONNECTED = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

/** Why there was no answer, in our own words: a driver's message may quote request data. */
export function explainUnanswered(error: Error & { code?: string }): Unanswered {
  const kind = 'unanswered';
  const code = error.code ?? error.name;
  if (error instanceof AddressRefused) return { kind, outcome: 'ADDRESS_REFUSED', reason: error.message };
  if (error instanceof NameNotResolved) return { kind, outcome: 'UNREACHABLE', reason: error.message };
  if (NOT_CONNECTED.has(code)) return { kind, outcome: 'TIMED_OUT', reason: 'no connection in time' };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { kind, outcome: 'BAD_ANSWER', reason: "the answer's header is too long" };
  }
  if (error instanceof errors.HTTPParserError) return { kind, outcome: 'BAD_ANSWER', reason: 'the answer is not HTTP' };
  return { kind, outcome: 'UNREACHABLE', reason: UNREACHABLE[code] ?? `the connection failed (${code})` };
}
