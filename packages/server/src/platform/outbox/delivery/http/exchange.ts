import { renderDeliveryNote } from '@cardwright/contract';
import type { Dispatcher } from 'undici';
import { explainNoResponse } from './explain-no-response.ts';
import type { HttpResponse, NoHttpResponse } from './http-answer.ts';

/** Lenient: bytes that are not UTF-8 become replacement characters. */
const DECODER = new TextDecoder();

/** Time limits for each part of an exchange, and how many bytes of an answer are read. */
export interface Limits {
  /** For DNS, TCP and TLS together. */
  readonly connectMs: number;
  /** From the end of connecting to the end of the response's headers. */
  readonly headersMs: number;
  /** From there to the end of the answer, even if bytes are still arriving. */
  readonly bodyMs: number;
  readonly answerBytes: number;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Deadline in milliseconds of `performance.now()`. It ends the exchange whatever the other limits are. */
  readonly untilMs: number;
}

/** POSTs once. Every network failure is a returned value; it does not reject. */
export function exchange(
  dispatcher: Dispatcher,
  url: URL,
  { headers, body, untilMs }: HttpRequest,
  limits: Limits,
): Promise<HttpResponse | NoHttpResponse> {
  return new Promise((settle) => {
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: { ...headers },
        body,
        // limited by timers of this file: undici's body timeout starts again with each byte
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
  readonly #settle: (result: HttpResponse | NoHttpResponse) => void;
  readonly #chunks: Buffer[] = [];
  #left: number;
  #status: number | undefined;
  #retryAfter: string | undefined;
  #isSettled = false;
  #timer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;

  constructor(limits: Limits, untilMs: number, settle: (result: HttpResponse | NoHttpResponse) => void) {
    this.#limits = limits;
    this.#untilMs = untilMs;
    this.#settle = settle;
    this.#left = limits.answerBytes;
    this.#startTimer(limits.connectMs, 'noConnection');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // connected too late: the exchange was already reported as failed, so the request must not be sent
    if (this.#isSettled) controller.abort(new Error('given up'));
    else this.#startTimer(this.#limits.headersMs, 'noAnswer');
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    // 1xx only announces the final answer
    if (status < 200) return;
    this.#status = status;
    const retryAfter = headers['retry-after'];
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined;
    this.#startTimer(this.#limits.bodyMs, 'answerUnfinished');
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
    if (this.#status === undefined) this.#end(explainNoResponse(error));
    else this.#finish('BROKEN_OFF');
  }

  #startTimer(ms: number, missing: 'noConnection' | 'noAnswer' | 'answerUnfinished'): void {
    clearTimeout(this.#timer);
    const wait = Math.max(0, Math.min(ms, this.#untilMs - performance.now()));
    this.#timer = setTimeout(() => {
      if (this.#status !== undefined) return this.#finish('TIMED_OUT');
      const reason = renderDeliveryNote(missing, { seconds: toSeconds(wait) });
      this.#end({ kind: 'unanswered', outcome: 'TIMED_OUT', reason });
    }, wait);
  }

  #finish(incomplete: HttpResponse['incomplete']): void {
    // undici calls onResponseEnd only after onResponseStart
    const status = this.#status!;
    const text = DECODER.decode(Buffer.concat(this.#chunks));
    this.#end({ kind: 'answered', status, text, retryAfter: this.#retryAfter, incomplete });
  }

  #end(result: HttpResponse | NoHttpResponse): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#settle(result);
    // abort, so that an unread answer does not hold the connection
    if (result.kind === 'unanswered' || result.incomplete !== undefined) this.#controller?.abort(new Error('given up'));
  }
}

/** Seconds with one decimal place. */
export function toSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
