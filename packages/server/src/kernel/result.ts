/** Expected outcomes are values: what went well, or a code from the operation's own list with what to tell the caller. */
export type Result<T, Code extends string> = { ok: true; value: T } | Failure<Code>;

export interface Failure<Code extends string> {
  ok: false;
  code: Code;
  /** Replaces the catalogue's text where more can be said. Never holds card data. */
  message?: string;
  /** What the failure is about, where it is one field. */
  path?: string;
  /** Members that tell several matches apart. */
  extra?: Record<string, unknown>;
}

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function fail<const Code extends string>(
  code: Code,
  more: Omit<Failure<Code>, 'ok' | 'code'> = {},
): Failure<Code> {
  return { ok: false, code, ...more };
}
