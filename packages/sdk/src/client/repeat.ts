import { ERRORS } from '@cardwright/contract';
import type { Logger } from './call-log.ts';
import { CardwrightError } from './cardwright-error.ts';

/** Options for retries of calls without an answer, or with an answer that allows a retry. */
export interface RepeatOptions {
  /** Maximum number of retries after the first attempt. */
  readonly maxRetries: number;
  /** The first pause in milliseconds. Each further pause may be twice as long. */
  readonly retryDelayMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly log: Logger;
}

const LONGEST_PAUSE_MS = 8_000;
/** The longest pause that the client waits. If a server requests a longer pause, the call fails instead. */
const MAX_DELAY_MS = 60_000;
/** Codes of answers that the server sends before it starts work. Any request may be retried after them. */
const NOT_STARTED: readonly string[] = [ERRORS.too_many_requests.code, ERRORS.request_still_running.code];

/**
 * Calls `attempt` until it succeeds or must not be repeated. A request without an id that identifies its repeats is
 * only retried if the answer states that nothing was done.
 */
export async function repeat<T>(
  { maxRetries, retryDelayMs, signal, log }: RepeatOptions,
  isSafe: boolean,
  attempt: (count: number) => Promise<T>,
): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt(count);
    } catch (error) {
      const pause = count > maxRetries ? undefined : pauseAfter(error, count, isSafe, retryDelayMs);
      if (error instanceof CardwrightError) note(log, error, pause);
      if (pause === undefined) throw error;
      await wait(pause, signal);
    }
  }
}

/** Logs only the code, because an error text of the gateway may quote the request. */
function note(log: Logger, { operation, code, status, requestId }: CardwrightError, pauseMs: number | undefined): void {
  const facts = { operation, code, status, requestId };
  if (pauseMs !== undefined) log.warn('a request is sent again', { ...facts, pauseMs: Math.round(pauseMs) });
  else if (status === undefined || status >= 500) log.error('a request has failed', facts);
  else log.info('a request was refused', facts);
}

function pauseAfter(error: unknown, count: number, isSafe: boolean, firstMs: number): number | undefined {
  if (!(error instanceof CardwrightError) || !mayHelp(error)) return undefined;
  if (!isSafe && !NOT_STARTED.includes(error.code)) return undefined;
  const { retryAfterMs } = error;
  if (retryAfterMs !== undefined) return retryAfterMs > MAX_DELAY_MS ? undefined : retryAfterMs;
  // A random factor spreads the retries of callers that failed at the same time.
  return Math.min(firstMs * 2 ** (count - 1), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
}

function mayHelp({ code, errorName, status = 0 }: CardwrightError): boolean {
  if (errorName !== undefined) return ERRORS[errorName].retry;
  if (code === 'approval_required') return false;
  if (code === 'answer_unreadable' || code === 'credentials_refused') return status === 429 || status >= 500;
  return true;
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
