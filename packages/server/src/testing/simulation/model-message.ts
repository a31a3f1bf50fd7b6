import type { ModelBank } from './model-banks.ts';

/** What the model knows of the countries: enough of ISO 3166 for the messages and lists that are sent here. */
const COUNTRIES: readonly (readonly [alpha2: string, alpha3: string, numeric: string])[] = [
  ['AE', 'ARE', '784'],
  ['DE', 'DEU', '276'],
  ['FR', 'FRA', '250'],
  ['GB', 'GBR', '826'],
  ['US', 'USA', '840'],
];

/** Alpha-2 of a country in any of its three codes; undefined for no country. */
function modelCountryOf(code: string): string | undefined {
  return COUNTRIES.find((codes) => codes.includes(code))?.[0];
}

/** Countries of a list as settings and restrictions write it; undefined when one of them is not a country. */
export function countriesOf(list: string): string[] | undefined {
  const countries = list.split(',').map((code) => modelCountryOf(code.trim()));
  return countries.includes(undefined) ? undefined : (countries as string[]);
}

/** An authorization message, as far as decisions look at it. */
export interface ModelMessage {
  /** A JSON number loses its leading zeros. */
  readonly entryMode: string | number;
  readonly condition: string;
  readonly category: string;
  readonly location: string;
  readonly currency: string;
  readonly billingCurrency: string;
  readonly acquirerMinor: number;
  readonly minor: number;
  readonly expiry: string;
  readonly sequence: string;
}

export type ModelEntry =
  | 'ECOM'
  | 'MOTO'
  | 'RECURRING'
  | 'KEYED'
  | 'UNKNOWN'
  | 'CHIP'
  | 'SWIPE'
  | 'CONTACTLESS'
  | 'FALLBACK';

const ENTRY_OF_MODE: Readonly<Record<string, ModelEntry>> = {
  '10': 'RECURRING',
  '05': 'CHIP',
  '95': 'CHIP',
  '02': 'SWIPE',
  '90': 'SWIPE',
  '07': 'CONTACTLESS',
  '91': 'CONTACTLESS',
  '80': 'FALLBACK',
  '01': 'KEYED',
};

export function entryOf({ entryMode, condition }: ModelMessage): ModelEntry {
  const mode = String(entryMode).padStart(3, '0').slice(0, 2);
  if (mode === '81' || condition === '59') return 'ECOM';
  if (condition === '08') return 'MOTO';
  if (condition === '04') return 'RECURRING';
  return ENTRY_OF_MODE[mode] ?? 'UNKNOWN';
}

export const modelIsCardPresent = (entry: ModelEntry) => ['CHIP', 'SWIPE', 'CONTACTLESS', 'FALLBACK'].includes(entry);
export const isCash = ({ category }: ModelMessage) => category === '6010' || category === '6011';

/** The two letters in the message's place for the country, in upper case; undefined if there are none. */
export function countryAt({ location }: ModelMessage): string | undefined {
  const characters = [...location];
  const isFull = characters.length === 40;
  const [blank, ...last] = isFull ? [' ', ...characters.slice(38)] : characters.slice(-3);
  const told = last.join('').toUpperCase();
  if (blank !== ' ' || !/^[A-Z]{2}$/.test(told)) return undefined;
  return told === 'UK' ? 'GB' : told;
}

/**
 * A message that does not name the home country is abroad; if it names no country, some banks decide by the currency.
 */
export function modelIsForeign(bank: ModelBank, message: ModelMessage): boolean {
  const country = countryAt(message);
  if (country !== undefined) return country !== bank.country;
  return bank.unreadableCountry === 'foreign' || message.currency !== bank.currencyNumber;
}
