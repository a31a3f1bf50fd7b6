import { expect, it } from 'vitest';
import { formatRestrictions, parseRestrictions } from './restriction-assumption.ts';

it('restrictions are written to an address and read back, and invalid ones are left out', () => {
  const restrictions = [
    { restriction_type: 'ECOM', isAllowed: false },
    { restriction_type: 'INTERNATIONAL_SPECIFIC_COUNTRIES', isAllowed: true, allowed_values: 'FR,DE' },
  ] as const;
  const text = formatRestrictions(restrictions);
  expect(text).toBe('ECOM=no;INTERNATIONAL_SPECIFIC_COUNTRIES=yes,FR,DE');
  expect(parseRestrictions(text)).toEqual(restrictions);
  expect(parseRestrictions('ECOM=maybe;NOTHING=no;ATM=yes')).toEqual([{ restriction_type: 'ATM', isAllowed: true }]);
  expect(parseRestrictions()).toEqual([]);
});
