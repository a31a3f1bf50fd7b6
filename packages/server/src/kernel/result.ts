import type { ErrorName, Finding } from '@cardwright/contract';

/** Expected outcomes are values: what went well, or an error from the operation's own list with what to tell the caller. */
export type Result<T, Name extends string> = Success<T> | Failure<Name>;

export interface Success<T> {
  ok: true;
  value: T;
  /** What goes with the answer beside its body: `data` of the envelopes that carry it. */
  detail?: string;
}

export interface Failure<Name extends string> {
  ok: false;
  error: Name;
  /** Replaces the catalogue's text where more can be said. Never holds card data. */
  message?: string;
  /** What the failure is about, where it is one field. */
  path?: string;
  /** Members that tell several matches apart. */
  extra?: Record<string, unknown>;
  /** Everything that is wrong, the first of it under this name, where there can be several. */
  findings?: readonly Finding[];
  /** As with a success; without it, the path of what is wrong. */
  detail?: string;
  /** A plain JSON operation's: what it wrote is committed all the same, so that a wrong guess stays counted. */
  keepsWrites?: true;
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
