import type { Finding } from '@cardwright/contract';

/**
 * The maximum size of a merchant's record. A response has the whole record, and a response without pages has at most 1
 * MiB.
 */
const MAX_BYTES = 256 * 1024;

/**
 * Finds a merchant whose record, a JSON text in UTF-8, is too large. A merchant that was boarded before this limit
 * existed may keep its size `before`, so that it can be put on hold and closed.
 */
export function findRecordTooLarge(bytes: number, path: string, before = 0): Finding[] {
  if (bytes <= Math.max(MAX_BYTES, before)) return [];
  const message = 'must have at most 256 KiB as JSON';
  return [{ path, error: 'wrong_length', message, action: 'take fields or entries out of the merchant' }];
}
