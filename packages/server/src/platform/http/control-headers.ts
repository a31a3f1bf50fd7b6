import type { IncomingHttpHeaders } from 'node:http';
import {
  type Finding,
  IDEMPOTENCY_KEY_HEADER,
  type RestOperation,
  readIdempotencyKey,
  type ValidationResult,
} from '@cardwright/contract';
import { readIfMatch } from '../kernel/entity-tag.ts';

type ControlHeaders = Record<typeof IDEMPOTENCY_KEY_HEADER | 'if-match', string | undefined>;

/**
 * Reads the headers that control a change: the Idempotency-Key in the form that is compared, and If-Match as received.
 */
export function readControlHeaders(
  { takesIdempotencyKey, entityTag }: RestOperation,
  headers: IncomingHttpHeaders,
): ValidationResult<ControlHeaders> {
  const header = takesIdempotencyKey ? headers[IDEMPOTENCY_KEY_HEADER] : undefined;
  const read = header === undefined ? NO_KEY : readIdempotencyKey(header);
  const ifMatch = entityTag === 'precondition' ? headers['if-match'] : undefined;
  const value = { [IDEMPOTENCY_KEY_HEADER]: 'key' in read ? read.key : undefined, 'if-match': ifMatch };
  const findings = 'finding' in read ? [read.finding] : [];
  if (ifMatch !== undefined && readIfMatch(ifMatch) === undefined) findings.push(NO_TAGS);
  return { value, findings, warnings: [], omittedCount: 0 };
}

const NO_KEY = { key: undefined };
const NO_TAGS: Finding = {
  path: 'If-Match',
  error: 'wrong_format',
  message: 'must be * or a list of entity tags in quotes, as in ETag',
};
