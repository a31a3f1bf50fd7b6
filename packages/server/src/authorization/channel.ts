import { countryCode, countryLetters } from '@cardwright/contract';

/** How a card was used (docs/interface/decision.md#channels), whatever network told it. Pure. */
export interface Channel {
  readonly entry: Entry;
  /** Cash at a counter or a machine; everything else is a purchase. */
  readonly isCash: boolean;
}

export type Entry = keyof typeof PRESENCE;

/** Whether the card was there. What names no way of entry says that nothing was read from a card. */
const PRESENCE = {
  ECOM: false,
  MOTO: false,
  RECURRING: false,
  KEYED: false,
  UNKNOWN: false,
  CHIP: true,
  SWIPE: true,
  CONTACTLESS: true,
  FALLBACK: true,
} as const;

const ENTRY_OF_MODE: Readonly<Record<string, Entry>> = {
  '01': 'KEYED',
  '02': 'SWIPE',
  '05': 'CHIP',
  '07': 'CONTACTLESS',
  '10': 'RECURRING',
  '80': 'FALLBACK',
  '81': 'ECOM',
  '90': 'SWIPE',
  '91': 'CONTACTLESS',
  '95': 'CHIP',
};

/** Asked in this order after the mode of e-commerce, and before all other modes. */
const ENTRY_OF_CONDITION: Readonly<Record<string, Entry>> = { '59': 'ECOM', '08': 'MOTO', '04': 'RECURRING' };

const CASH_CATEGORIES: ReadonlySet<string> = new Set(['6010', '6011']);

export function isCardPresent({ entry }: Channel): boolean {
  return PRESENCE[entry];
}

/**
 * @param mode PAN entry mode and PIN entry capability, three digits
 * @param condition POS condition code, two digits
 * @param category merchant category, four digits
 */
export function channelOf(mode: string, condition: string, category: string): Channel {
  const byMode = ENTRY_OF_MODE[mode.slice(0, 2)];
  const entry = byMode === 'ECOM' ? byMode : (ENTRY_OF_CONDITION[condition] ?? byMode ?? 'UNKNOWN');
  return { entry, isCash: CASH_CATEGORIES.has(category) };
}

/**
 * Where a name and location says that the merchant is: the letters in the place of the country, whether ISO 3166 knows
 * them or not, for what is not known to be at home is abroad. Undefined where there are none.
 */
export function countryOfLocation(location: string): string | undefined {
  const letters = countryLetters(location);
  return letters === undefined ? undefined : countryCode(letters);
}
