import { type CardSettings, NO_SETTINGS, toCardSettings } from '../card-settings/index.ts';
import { createLargeCache } from '../kernel/large-cache.ts';
import type { Currency } from '../kernel/money.ts';
import type { Restrictions } from '../restrictions/index.ts';
import { createRuleMemory } from '../rules/index.ts';
import type { LoadedCard, LoadedSettings } from './authorization-store.ts';

/** How many of each kind are remembered; about 150 MB if every one of them has all controls set. */
const MOST_REMEMBERED = 100_000;

/** What was read under a version. */
export interface Remembered<T> {
  readonly version: number;
  readonly value: T;
}

/** Version 0 means that nothing was ever set. */
const NEVER_SET: Remembered<CardSettings> = { version: 0, value: NO_SETTINGS };
const NO_RESTRICTIONS: Remembered<Restrictions> = { version: 0, value: [] };

/**
 * Settings and restrictions that were read before, ready to decide with. The database is asked each time whether the
 * version is still the one in force, and sends what changed; an entry is never trusted because it is recent. Only
 * committed data may be put in: the version number of a rolled-back transaction is given out again, with other content.
 */
export function createControlMemory() {
  // numbers as keys: they are found several times faster than bigints
  const settings = createLargeCache<number, Remembered<CardSettings>>({ most: MOST_REMEMBERED });
  const restrictions = createLargeCache<number, Remembered<Restrictions>>({ most: MOST_REMEMBERED });
  return {
    ownRules: createRuleMemory(),
    knownSettings: (accountId: bigint) => settings.get(Number(accountId)) ?? NEVER_SET,
    knownRestrictions: (cardId: bigint) => restrictions.get(Number(cardId)) ?? NO_RESTRICTIONS,

    readSettings(row: LoadedSettings, currency: Currency): CardSettings {
      const value = toCardSettings(JSON.parse(row.settings), currency.exponent);
      settings.set(Number(row.account_id), { version: row.version, value });
      return value;
    },

    readRestrictions(row: LoadedCard, text: string): Restrictions {
      const value = JSON.parse(text) as Restrictions;
      restrictions.set(Number(row.card_id), { version: row.restrictions_version, value });
      return value;
    },
  };
}

export type ControlMemory = ReturnType<typeof createControlMemory>;
