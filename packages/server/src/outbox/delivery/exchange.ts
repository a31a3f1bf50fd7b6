import { type Dispatcher, errors } from 'undici';
import { AddressRefused } from './address-guard.ts';

/** Lenient: what is not UTF-8 shows as such. */
const DECODER = new TextDecoder();

/** How long each part of an exchange may take, and how much of an answer is read. */
export interface Limits {
  /** Finding the address, connecting, and TLS. */
  readonly connectMs: number;
  /** From the request to the end of the answer's header. */
  readonly headersMs: number;
  /** From there to the end of the answer, however steadily it trickles. */
  readonly bodyMs: number;
  readonly answerBytes: number;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** By performance.now(): whatever the limits say, it is over then. */
  readonly untilMs: number;
}

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly text: string;
  /** What kept us from reading it whole. */
  readonly incomplete: 'TOO_LONG' | 'TIMED_OUT' | 'BROKEN_OFF' | undefined;
}

export interface Unanswered {
  readonly kind: 'unanswered';
  readonly outcome: 'UNREACHABLE' | 'TIMED_OUT' | 'BAD_ANSWER' | 'ADDRESS_REFUSED';
  readonly reason: string;
}

/** POSTs once. What can go wrong on the way is an answer of this function, never a fault. */
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
        // timed here: undici's own timer for the body begins again with each byte
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
    // connected too late: what was told to have failed is not sent after all
    if (this.#isSettled) controller.abort(new Error('given up'));
    else this.#startTimer(this.#limits.headersMs, 'no answer');
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    // 1xx only announces an answer
    if (status < 200) return;
    this.#status = status;
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
    // undici gives the end of every answer that it began
    const status = this.#status!;
    const text = DECODER.decode(Buffer.concat(this.#chunks));
    this.#end({ kind: 'answered', status, text, incomplete });
  }

  #end(result: Answered | Unanswered): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#settle(result);
    // what is not wanted any more must not go on being sent, nor hold the connection
    if (result.kind === 'unanswered' || result.incomplete !== undefined) this.#controller?.abort(new Error('given up'));
  }
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

const UNTRUSTED = 'the certificate is signed by nobody that is trusted here';
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  EPIPE: 'the connection was closed without an answer',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  ENOTFOUND: 'the name is unknown',
  EAI_AGAIN: 'the name servers gave no answer',
  UND_ERR_DESTROYED: 'this server was stopped',
  EHOSTUNREACH: 'no way leads to the address',
  ENETUNREACH: 'no way leads to the address',
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

/** Why there was no answer: in words, and without what a driver's message may quote. */
export function explainUnanswered(error: Error & { code?: string }): Unanswered {
  const kind = 'unanswered';
  const code = error.code ?? error.name;
  if (error instanceof AddressRefused) return { kind, outcome: 'ADDRESS_REFUSED', reason: error.message };
  if (NOT_CONNECTED.has(code)) return { kind, outcome: 'TIMED_OUT', reason: 'no connection in time' };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { kind, outcome: 'BAD_ANSWER', reason: "the answer's header is too long" };
  }
  if (error instanceof errors.HTTPParserError) return { kind, outcome: 'BAD_ANSWER', reason: 'the answer is not HTTP' };
  return { kind, outcome: 'UNREACHABLE', reason: UNREACHABLE[code] ?? `the connection failed (${code})` };
}
