export interface HttpResponse {
  readonly kind: 'answered';
  readonly status: number;
  readonly text: string;
  /** The header as received. */
  readonly retryAfter: string | undefined;
  /** Why the answer was not read to its end; undefined when it was. */
  readonly incomplete: 'TOO_LONG' | 'TIMED_OUT' | 'BROKEN_OFF' | undefined;
}

export interface NoHttpResponse {
  readonly kind: 'unanswered';
  readonly outcome: 'UNREACHABLE' | 'TIMED_OUT' | 'BAD_ANSWER' | 'ADDRESS_REFUSED';
  readonly reason: string;
}
