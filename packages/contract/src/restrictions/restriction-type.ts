/** Types of a restriction (spec §2.4), in the order in which they are asked. */
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
