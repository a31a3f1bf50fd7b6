import type { ErrorName, Finding } from '@cardwright/contract';

/** Expected outcomes are values: a success, or an error from the operation's own list with details for the caller. */
export type Result<T, Name extends string> = Success<T> | Failure<Name>;

export interface Success<T> {
  ok: true;
  value: T;
  /** Sent beside the body: `data` of the envelopes that have it. */
  detail?: string;
}

export interface Failure<Name extends string> {
  ok: false;
  error: Name;
  /** Replaces the catalogue's text with a more specific one. Never contains card data. */
  message?: string;
  /** The field that the failure is about, where it is a single one. */
  path?: string;
  /** Members that distinguish several matches. */
  extra?: Record<string, unknown>;
  /** All findings, where there can be several; the first one has this name. */
  findings?: readonly Finding[];
  /** As with a success; without it, the path of the failure. */
  detail?: string;
  /** The object that it is about, as the audit log calls it: `card:<exid>`. */
  subject?: string;
  /** For plain JSON operations: sent as Retry-After. */
  retryAfterS?: number;
  /**
   * For plain JSON operations: the transaction is committed despite the failure, so that a wrong guess stays counted.
   */
  keepsWrites?: true;
  /** It was stored for an earlier request, as what it wrote was kept. */
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
