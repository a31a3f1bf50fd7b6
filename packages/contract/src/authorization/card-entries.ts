/** How the card was used: docs/interface/decision.md#channels. */
export const CARD_ENTRIES = [
  'ECOM',
  'MOTO',
  'RECURRING',
  'KEYED',
  'UNKNOWN',
  'CHIP',
  'SWIPE',
  'CONTACTLESS',
  'FALLBACK',
] as const;
