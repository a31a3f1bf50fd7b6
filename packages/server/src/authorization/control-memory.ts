import { LRUCache } from 'lru-cache';
import type { Currency } from '../kernel/money.ts';
import type { Restrictions } from '../restrictions/index.ts';
import { type CardSettings, NO_SETTINGS, toCardSettings } from '../settings-by-account/index.ts';
import type { LoadedCard, LoadedSettings } from './authorization-store.ts';

const MOST_REMEMBERED = 50_000;
/** No version that was ever stored. */
const UNKNOWN = -1;

interface Versioned<T> {
  readonly version: number;
  readonly value: T;
}

/**
 * Settings and restrictions that were read before, ready to decide with. The database is asked each time whether the
 * version is still the one in force, and sends what changed: nothing here is ever trusted by its age. Only what was
 * committed may be put in; a version that a rolled-back transaction made would come again with other content.
 */
export function createControlMemory() {
  const settings = new LRUCache<bigint, Versioned<CardSettings>>({ max: MOST_REMEMBERED });
  const restrictions = new LRUCache<bigint, Versioned<Restrictions>>({ max: MOST_REMEMBERED });
  return {
    settingsVersion: (accountId: bigint) => settings.get(accountId)?.version ?? UNKNOWN,
    restrictionsVersion: (cardId: bigint) => restrictions.get(cardId)?.version ?? UNKNOWN,

    /** @param row undefined where the known version is in force, or nothing was ever set */
    settings(accountId: bigint, row: LoadedSettings | undefined, currency: Currency): CardSettings {
      if (row === undefined) return settings.get(accountId)?.value ?? NO_SETTINGS;
      const value = toCardSettings(JSON.parse(row.settings), currency.exponent);
      settings.set(accountId, { version: row.version, value });
      return value;
    },

    restrictions(row: LoadedCard): Restrictions {
      if (row.restrictions === null) return restrictions.get(row.card_id)!.value;
      const value = JSON.parse(row.restrictions) as Restrictions;
      restrictions.set(row.card_id, { version: row.restrictions_version, value });
      return value;
    },
  };
}

export type ControlMemory = ReturnType<typeof createControlMemory>;
