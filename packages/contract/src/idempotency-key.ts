import type { ErrorName } from './errors.ts';
import type { RestOperation } from './operation.ts';
import type { Finding } from './schema/finding.ts';

/** The header by which a repeated plain JSON request is known: docs/interface/repeats.md#idempotency-key. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** As operations with a key answer it, beside their own failures. */
export const IDEMPOTENCY_ERRORS = [
  'idempotency_key_malformed',
  'idempotency_key_reused',
  'request_still_running',
] as const satisfies readonly ErrorName[];

/** What a plain JSON operation can answer beside the errors of all of them. */
export function ownErrorsOf({
  takesIdempotencyKey,
  errors,
}: Pick<RestOperation, 'takesIdempotencyKey' | 'errors'>): readonly ErrorName[] {
  return takesIdempotencyKey ? [...IDEMPOTENCY_ERRORS, ...errors] : errors;
}

export const LONGEST_IDEMPOTENCY_KEY = 255;

/** Without quotes: printable ASCII. A comma would be two keys, as HTTP joins a header that is sent twice. */
const BARE = /^[\x20\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/;
/** The string of RFC 9651, in which a backslash stands before a quote or a backslash. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** The key of a header's value, which is the same one with quotes, as the draft writes it, and without. */
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
