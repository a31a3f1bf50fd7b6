import type { RestrictionType, Switch } from '@cardwright/contract';
import { seededRandom } from '@cardwright/server/internal/testing/random';
import type { ModelBank } from './model/model-banks.ts';
import { type ModelReading, type ModelUse, readingOf } from './model/model-message.ts';

/** The ways to use a card in messages, parsed once: parsing each message would take most of the time. */
export interface Uses {
  readonly uses: readonly ModelUse[];
  readonly readings: readonly ModelReading[];
  /** The indexes of the uses that a switch or a restriction concerns. */
  readonly about: ReadonlyMap<UseName, readonly number[]>;
}

/** A switch, a restriction, or card-present use abroad. */
export type UseName = Switch | RestrictionType | 'abroad';

const ENTRIES: readonly (readonly [mode: string, condition: string])[] = [
  ['051', '00'],
  ['951', '00'],
  ['021', '00'],
  ['908', '02'],
  ['071', '00'],
  ['911', '00'],
  ['912', '00'],
  ['801', '00'],
  ['800', '00'],
  ['810', '59'],
  ['812', '00'],
  ['811', '08'],
  ['051', '59'],
  ['010', '08'],
  ['052', '08'],
  ['100', '00'],
  ['071', '04'],
  ['012', '00'],
  ['991', '00'],
  ['000', '00'],
];
const CATEGORIES = ['5411', '5999', '6010', '6011', '6012', '5813', '4829', '7799', '7800', '7802', '7803', '7995'];
const PLACES = ['AE', 'DE', 'FR', 'GB', 'US', 'XX', 'UK', 'us', '  ', '12', 'A '];
const SHOP = 'TEST SHOP               SOMEWHERE           ';
/** The text before the country letters: the field is full, ends early, or runs into the letters. */
const BEFORE = [SHOP.slice(0, 38), SHOP.slice(0, 35), SHOP.slice(0, 33), `CAFÉ 🥐 ${SHOP}`.slice(0, 39)];
const COUNT = 640;

/** Returns the elements of a list one after the other, in an order that depends on `by`. */
const dealt = <T>(values: readonly T[], at: number, by: number) => values[Math.floor(at / by) % values.length] as T;

const cachedUses = new Map<string, Uses>();

/** The uses of a bank, cached. */
export function usesOf(bank: ModelBank): Uses {
  const uses = cachedUses.get(bank.id) ?? makeUses(bank);
  cachedUses.set(bank.id, uses);
  return uses;
}

function makeUses(bank: ModelBank): Uses {
  const dice = seededRandom(COUNT);
  const uses = Array.from({ length: COUNT }, (_, at): ModelUse => {
    const [entryMode, condition] = dealt(ENTRIES, at, 1);
    const place = dice.oneIn(3) ? dealt(PLACES, at, 7) : bank.country;
    return {
      entryMode,
      condition,
      category: dice.oneIn(2) ? dealt(CATEGORIES, at, 3) : dice.pick(['5411', '5999']),
      location: `${dice.oneIn(4) ? dice.pick(BEFORE) : BEFORE[0]}${place}`,
      currency: dice.oneIn(2) ? '840' : bank.currencyNumber,
    };
  });
  const readings = uses.map((use) => readingOf(bank, use));
  const about = new Map<UseName, number[]>();
  for (const [at, { switches, restrictions, isForeign, isPresent }] of readings.entries()) {
    const abroad = isForeign ? (['INTERNATIONAL', 'INTERNATIONAL_SPECIFIC_COUNTRIES'] as const) : [];
    // NFC is for points of sale. Messages that it does not cover are the same at an ATM.
    const contactless = restrictions.includes('PERS_RESTR_CONTACTLESS') ? (['NFC'] as const) : [];
    const present = isForeign && isPresent ? (['abroad'] as const) : [];
    for (const name of new Set([...switches, ...restrictions, ...abroad, ...present, ...contactless]))
      about.set(name, [...(about.get(name) ?? []), at]);
  }
  return { uses, readings, about };
}
