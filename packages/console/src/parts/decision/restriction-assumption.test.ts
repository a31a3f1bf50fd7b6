import { expect, it } from 'vitest';
import { formatRestrictions, parseRestrictions } from './restriction-assumption.ts';

it('restrictions go into an address and come back, and what is none is left out', () => {
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
