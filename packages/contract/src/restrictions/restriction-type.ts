/** Restriction types in the order of their evaluation: docs/interface/restrictions.md#types. */
export const RESTRICTION_TYPES = [
  'MOTO',
  'ECOM',
  'SWIPE',
  'PERS_RESTR_CONTACTLESS',
  'NFC',
  'ATM',
  'PURCHASE',
  'ANY',
  'INTERNATIONAL',
  'INTERNATIONAL_SPECIFIC_COUNTRIES',
] as const;
export type RestrictionType = (typeof RESTRICTION_TYPES)[number];
