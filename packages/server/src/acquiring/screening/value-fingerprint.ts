import { createHash } from 'node:crypto';

const LENGTH = 22;

/**
 * The same for the same values. It needs no key: what it is made of stands in the merchant's record, beside the hit that
 * carries it.
 */
export function valueFingerprint(...values: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, LENGTH);
}
