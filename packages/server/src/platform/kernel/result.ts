import type { ErrorName, Finding } from '@cardwright/contract';

/** Expected outcomes are values: a success, or an error from the operation's own list with details for the caller. */
export type Result<T, Name extends string> = Success<T> | Failure<Name>;

export interface Success<T> {
  ok: true;
  value: T;
  /** Sent in addition to the body: `data` of the envelopes that have it. */
  detail?: string;
}

export interface Failure<Name extends string> {
  ok: false;
  error: Name;
  /** Replaces the catalogue's text with a more specific one. Never contains card data. */
  message?: string;
  /** The field that the failure is about, if it is a single one. */
  path?: string;
  /** Members that distinguish several matches. */
  extra?: Record<string, unknown>;
  /** All findings, if there can be several. The first one has the name of the error. */
  findings?: readonly Finding[];
  /** As for a success. Defaults to the path of the failure. */
  detail?: string;
  /** The object of the failure in the notation of the audit log: `card:<exid>`. */
  subject?: string;
  /** For plain JSON operations: sent as Retry-After. */
  retryAfterS?: number;
  /**
   * For plain JSON operations: the transaction is committed despite the failure, so that a wrong guess stays counted.
   */
  commitsWrites?: true;
  /** The failure repeats the stored answer of an earlier request whose writes were committed. */
  replayed?: true;
}

export function ok<T>(value: T, more: Omit<Success<T>, 'ok' | 'value'> = {}): Success<T> {
  return { ok: true, value, ...more };
}

export function fail<const Name extends ErrorName>(
  error: Name,
  more: Omit<Failure<Name>, 'ok' | 'error'> = {},
): Failure<Name> {
  return { ok: false, error, ...more };
}
