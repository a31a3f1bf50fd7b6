import { CardwrightError, type LocalErrorCode } from './cardwright-error.ts';
import type { WireAnswer } from './unwrap-answer.ts';

export interface Fetching {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  readonly request: RequestInit;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly ofFailure: { readonly operation: string; readonly requestId?: string };
}

/** Sends a request and reads its whole answer within the time limit. An abort by the caller is thrown unchanged. */
export async function fetchWithin(fetching: Fetching): Promise<WireAnswer> {
  const { fetch, url, request, timeoutMs, signal, ofFailure } = fetching;
  signal?.throwIfAborted();
  const stop = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, timeoutMs);
  const abort = () => stop.abort();
  signal?.addEventListener('abort', abort);
  const failed = (code: LocalErrorCode, text: string) => new CardwrightError({ ...ofFailure, code, text });
  try {
    // Redirects are errors, because the access token is only for this server.
    const answer = await fetch(url, { ...request, redirect: 'error', signal: stop.signal });
    return { status: answer.status, headers: answer.headers, text: await readText(answer, stop.signal) };
  } catch (error) {
    signal?.throwIfAborted();
    if (isLate) throw failed('no_answer_in_time', `no response within ${timeoutMs} ms`);
    throw failed('connection_failed', causeOf(error));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Reads the body and cancels it on the signal. Node stops forwarding a request's signal to the body after the request
 * is garbage collected, so a stalled body would hang forever.
 */
async function readText({ body }: Response, signal: AbortSignal): Promise<string> {
  // A custom fetch may ignore the signal.
  signal.throwIfAborted();
  if (body === null) return '';
  const reader = body.getReader();
  signal.addEventListener('abort', () => void reader.cancel(signal.reason).catch(() => undefined));
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Returns only the kind of failure, because a message may quote the address, and an address may contain a card number.
 */
function causeOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? `no connection (${code})` : 'no connection';
}
