import type { RestrictionType, Switch, TokenState } from '@cardwright/contract';
import type { CategoryRange, ModelBank } from './model-banks.ts';
import { dayOfDate, localTime } from './model-calendar.ts';
import type { ModelFacts } from './model-condition.ts';
import type { ModelTokenControls } from './model-token-controls.ts';

/** The countries of the model: enough of ISO 3166 for the messages and lists in the simulation. */
const COUNTRIES: readonly (readonly [alpha2: string, alpha3: string, numeric: string])[] = [
  ['AE', 'ARE', '784'],
  ['DE', 'DEU', '276'],
  ['FR', 'FRA', '250'],
  ['GB', 'GBR', '826'],
  ['US', 'USA', '840'],
];

/** The alpha-2 code of a country in any of its three codes; undefined for an unknown one. */
function modelCountryOf(code: string): string | undefined {
  return COUNTRIES.find((codes) => codes.includes(code))?.[0];
}

/** The countries of a list in settings and restrictions; undefined if one of them is invalid. */
export function countriesOf(list: string): string[] | undefined {
  const countries = list.split(',').map((code) => modelCountryOf(code.replaceAll(' ', '')));
  return countries.includes(undefined) ? undefined : (countries as string[]);
}

/** How and where a card is used, as a message states it. */
export interface ModelUse {
  /** A JSON number loses its leading zeros. */
  readonly entryMode: string | number;
  readonly condition: string;
  readonly category: string;
  readonly location: string;
  /** The acquirer's currency. */
  readonly currency: string;
}

/** The meaning of a use for a bank. */
export interface ModelReading {
  readonly entry: ModelEntry;
  readonly isPresent: boolean;
  readonly isCash: boolean;
  readonly country: string | undefined;
  readonly isForeign: boolean;
  /** The switches that it needs, in the order of evaluation. */
  readonly switches: readonly Switch[];
  /** The restrictions that cover it, except those of foreign use. */
  readonly restrictions: readonly RestrictionType[];
}

/** The parts of an authorization message that decisions use. */
export interface ModelMessage {
  readonly use: ModelUse;
  readonly reading: ModelReading;
  readonly billingCurrency: string;
  readonly acquirerMinor: number;
  readonly minor: number;
  readonly expiry: string;
  readonly sequence: string;
  readonly merchantId: string;
  readonly terminalId: string;
  readonly acquirer: string;
  /** The state of the token that it names; null for a token of another card. */
  readonly token?: TokenState | null;
  /** The controls of that token. */
  readonly tokenControls?: ModelTokenControls;
}

type ModelEntry = 'ECOM' | 'MOTO' | 'RECURRING' | 'KEYED' | 'UNKNOWN' | 'CHIP' | 'SWIPE' | 'CONTACTLESS' | 'FALLBACK';

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

function entryOf({ entryMode, condition }: ModelUse): ModelEntry {
  const mode = String(entryMode).padStart(3, '0').slice(0, 2);
  if (mode === '81' || condition === '59') return 'ECOM';
  if (condition === '08') return 'MOTO';
  if (condition === '04') return 'RECURRING';
  return ENTRY_OF_MODE[mode] ?? 'UNKNOWN';
}

/** The two letters at the position of the country in the message, in upper case; undefined without them. */
function countryAt({ location }: ModelUse): string | undefined {
  const characters = [...location];
  const isFull = characters.length === 40;
  const [blank, ...last] = isFull ? [' ', ...characters.slice(38)] : characters.slice(-3);
  const text = last.join('').toUpperCase();
  if (blank !== ' ' || !/^[A-Z]{2}$/.test(text)) return undefined;
  return text === 'UK' ? 'GB' : text;
}

const ENTRY_SWITCH: Partial<Record<ModelEntry, Switch>> = {
  ECOM: 'ecom',
  MOTO: 'moto',
  RECURRING: 'recurring',
  FALLBACK: 'fallback',
};

/** The channels that each restriction covers, in the order of evaluation. */
const COVERS: readonly (readonly [RestrictionType, (entry: ModelEntry, isCash: boolean) => boolean])[] = [
  ['MOTO', (entry) => entry === 'MOTO'],
  ['ECOM', (entry) => entry === 'ECOM'],
  ['SWIPE', (entry) => entry === 'SWIPE'],
  ['PERS_RESTR_CONTACTLESS', (entry) => entry === 'CONTACTLESS'],
  ['NFC', (entry, isCash) => entry === 'CONTACTLESS' && !isCash],
  ['ATM', (_, isCash) => isCash],
  ['PURCHASE', (_, isCash) => !isCash],
  ['ANY', () => true],
];

export const isWithin = (ranges: readonly CategoryRange[], category: string) =>
  ranges.some(([first, last]) => first <= category && category <= last);

export function readingOf(bank: ModelBank, use: ModelUse): ModelReading {
  const entry = entryOf(use);
  const isPresent = ['CHIP', 'SWIPE', 'CONTACTLESS', 'FALLBACK'].includes(entry);
  const isCash = use.category === '6010' || use.category === '6011';
  const country = countryAt(use);
  // A message without a country is foreign too, unless the bank decides by its currency.
  const isForeign =
    country !== undefined
      ? country !== bank.country
      : bank.unreadableCountry === 'foreign' || use.currency !== bank.currencyNumber;
  const own = ENTRY_SWITCH[entry];
  const functions = (['function1', 'function2', 'function3'] as const).filter((_, at) =>
    isWithin(bank.functions[at] ?? [], use.category),
  );
  const half = isPresent ? 'cardPresent' : 'cardNotPresent';
  return {
    entry,
    isPresent,
    isCash,
    country,
    isForeign,
    switches: ['master', half, ...(own === undefined ? [] : [own]), isCash ? 'cash' : 'purchase', ...functions],
    restrictions: COVERS.filter(([, covers]) => covers(entry, isCash)).map(([type]) => type),
  };
}

const DAY_MS = 86_400_000;
/** The currencies of the model. */
const CURRENCIES: Readonly<Record<string, string>> = { '784': 'AED', '978': 'EUR', '414': 'KWD', '840': 'USD' };

interface OfCard extends Pick<ModelFacts, 'scale' | 'firstAtMerchant' | 'limitSum' | 'limitCount'> {
  readonly sinceMs: number;
  readonly product: string;
  readonly role: string;
}

/** The facts about a message that conditions use: docs/interface/conditions.md#fields. */
export function modelFacts(
  { zone, exponent }: ModelBank,
  { use, reading, minor, merchantId, terminalId, acquirer }: ModelMessage,
  { sinceMs, product, role, ...known }: OfCard,
  nowMs: number,
): ModelFacts {
  const local = localTime(nowMs, zone);
  // Days are counted from 1 January 2027, which is a Friday.
  const fromMonday = (dayOfDate(local.slice(0, 10)) + 4) % 7;
  return {
    amount: minor * 10 ** (4 - exponent),
    currency: CURRENCIES[use.currency] ?? use.currency,
    mcc: use.category,
    merchantId,
    terminalId,
    acquirer,
    country: reading.country,
    isForeign: reading.isForeign,
    channel: reading.entry,
    localHour: Number(local.slice(11, 13)),
    localWeekday: fromMonday + 1,
    cardAgeDays: Math.max(0, Math.floor((nowMs - sinceMs) / DAY_MS)),
    product,
    cardRole: role,
    ...known,
  };
}
