import { createHash } from 'node:crypto';

const LENGTH = 22;

/**
 * Returns the same fingerprint for the same values. It needs no key, because the values are in the merchant's record
 * next to the hit.
 */
export function valueFingerprint(...values: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, LENGTH);
}
