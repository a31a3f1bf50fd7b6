import type { RestrictionChangeRow } from './restriction-store.ts';

/** Returns an entry in the form of the answer. */
export function encodeEntry(
  row: Pick<RestrictionChangeRow, 'restriction_type' | 'is_allowed' | 'end_date' | 'allowed_values'>,
) {
  return {
    restriction_type: row.restriction_type,
    isAllowed: row.is_allowed,
    ...(row.end_date !== null && { end_date: row.end_date }),
    ...(row.allowed_values !== null && { allowed_values: row.allowed_values }),
  };
}
