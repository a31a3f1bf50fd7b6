import type { Finding } from '@cardwright/contract';

/** A merchant's record is answered whole, and an answer that is not read by pages has at most 1 MiB. */
const MOST_BYTES = 256 * 1024;

/**
 * The finding for a merchant whose record, a JSON text in UTF-8, is too large. One that was boarded before there was a maximum may
 * stay as large as it was `before`, so that it can be put on hold and closed.
 */
export function findRecordTooLarge(bytes: number, path: string, before = 0): Finding[] {
  if (bytes <= Math.max(MOST_BYTES, before)) return [];
  const message = 'must have at most 256 KiB as JSON';
  return [{ path, error: 'wrong_length', message, action: 'take fields or entries out of the merchant' }];
}
