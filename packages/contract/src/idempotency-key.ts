import type { ErrorName } from './errors.ts';
import type { RestOperation } from './operation.ts';
import type { Finding } from './schema/finding.ts';

/** The header that identifies repeats of a plain JSON request: docs/interface/repeats.md#idempotency-key. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Errors of operations with an idempotency key, in addition to their own. */
export const IDEMPOTENCY_ERRORS = [
  'idempotency_key_malformed',
  'idempotency_key_reused',
  'request_still_running',
] as const satisfies readonly ErrorName[];

/** Returns the errors of a plain JSON operation, in addition to the general ones. */
export function ownErrorsOf({
  takesIdempotencyKey,
  errors,
}: Pick<RestOperation, 'takesIdempotencyKey' | 'errors'>): readonly ErrorName[] {
  return takesIdempotencyKey ? [...IDEMPOTENCY_ERRORS, ...errors] : errors;
}

export const LONGEST_IDEMPOTENCY_KEY = 255;

/** A key without quotes: printable ASCII without a comma, as HTTP joins repeated headers with commas. */
const BARE = /^[\x20\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/;
/** A string of RFC 9651. A backslash escapes a quote or a backslash. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** Reads the key of a header's value. A key in quotes, as the draft writes it, equals the same key without quotes. */
export function readIdempotencyKey(value: unknown): { key: string } | { finding: Finding } {
  const text = typeof value === 'string' ? value.trim() : '';
  const key = BARE.test(text) ? text : QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1');
  if (key !== undefined && key !== '' && key.length <= LONGEST_IDEMPOTENCY_KEY) return { key };
  return {
    finding: {
      path: 'Idempotency-Key',
      error: 'idempotency_key_malformed',
      message: `must be one key of 1 to ${LONGEST_IDEMPOTENCY_KEY} printable ASCII characters, in quotes if it has a comma`,
    },
  };
}
