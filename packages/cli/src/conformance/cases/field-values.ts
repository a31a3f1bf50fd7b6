import { type FaultKind, type FieldSchema, isFree, type JsonValue, type Segment } from '@cardwright/contract';
import type { Group } from '../conformance-case.ts';
import { freshId, newDigits } from '../made-values.ts';

/** A value of exactly the maximum length of a field, or undefined if the field has no such value. */
export function longestValue(schema: FieldSchema, at: readonly Segment[]): JsonValue | undefined {
  const { maxLength: most, fieldFormat: format } = schema;
  if (most === undefined || schema.enum !== undefined || most > 1_000) return undefined;
  if (isFree(schema)) return namesAMerchant(at) ? 'Souk'.padEnd(most, 'x') : filled(most);
  if (format === 'digits' || format === 'reference' || format === 'masked-digits' || format === 'account-or-iban')
    return newDigits(most);
  if (format === 'identifier') return filled(most);
  if (format === 'alphanumeric' || format === 'alphabetic' || format === 'terminal-type' || format === 'service-code') {
    return 'A'.repeat(most);
  }
  if (format === 'card-scheme') return 'A'.repeat(most);
  if (format === 'email') return `${'a'.repeat(most - 10)}@x.example`;
  return undefined;
}

const namesAMerchant = (at: readonly Segment[]) => at.at(-1) === 'organizationName';

/** Returns a unique value, as far as its length allows, because it can be an id. */
function filled(most: number): string {
  return freshId(Math.min(most, 12)).padEnd(most, 'x');
}

/** The part of the field table that each kind of fault concerns. */
export const GROUP_OF_FAULT: Readonly<Record<FaultKind, Group>> = {
  missing: 'mandatory',
  empty: 'mandatory',
  null: 'types',
  'of the wrong type': 'types',
  'too long': 'maxima',
  'too short': 'maxima',
  'not in its list': 'values',
  'of the wrong format': 'formats',
};
