import { countryCode, countryLetters } from '@cardwright/contract';

/** How a card was used (docs/interface/decision.md#channels), whatever network sent the message. Pure. */
export interface Channel {
  readonly entry: Entry;
  /** Cash at a counter or a machine; everything else is a purchase. */
  readonly isCash: boolean;
}

export type Entry = keyof typeof PRESENCE;

/** Whether the card was present. A message without an entry mode counts as one without a card. */
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

/** These conditions take precedence over the mode, unless the mode is that of e-commerce. */
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
 * The merchant's country, from the name and location. Returns letters that ISO 3166 does not list as well, because any
 * country other than the home country counts as abroad. Undefined if the position of the country holds no letters.
 */
export function countryOfLocation(location: string): string | undefined {
  const letters = countryLetters(location);
  return letters === undefined ? undefined : countryCode(letters);
}
