import { CardwrightError, type LocalErrorCode } from './cardwright-error.ts';
import type { AnswerAsReceived } from './unwrap-answer.ts';

export interface Fetching {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  readonly request: RequestInit;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly ofFailure: { readonly operation: string; readonly requestId?: string };
}

/** Sends a request and reads its answer to the end, within the time. The caller's own abort is thrown as it is. */
export async function fetchWithin(fetching: Fetching): Promise<AnswerAsReceived> {
  const { fetch, url, request, timeoutMs, signal, ofFailure } = fetching;
  const inTime = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? inTime : AbortSignal.any([inTime, signal]);
  const failed = (code: LocalErrorCode, text: string) => new CardwrightError({ ...ofFailure, code, text });
  try {
    // an access token is for this server alone
    const answer = await fetch(url, { ...request, redirect: 'error', signal: either });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch (error) {
    signal?.throwIfAborted();
    if (inTime.aborted) throw failed('no_answer_in_time', `no answer within ${timeoutMs} ms`);
    throw failed('connection_failed', whatFailed(error));
  }
}

/** Only the kind of failure: a message may quote the address, and an address may name a card. */
function whatFailed(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? `no connection (${code})` : 'no connection';
}
