import { type Program, withDefaults } from '../banks/index.ts';
import { type CardSettings, NO_SETTINGS, type StoredSettings, toCardSettings } from '../card-settings/index.ts';
import { createLargeCache } from '../kernel/large-cache.ts';
import type { Currency } from '../kernel/money.ts';
import { type Limit, readTerms } from '../limits/index.ts';
import { createListsMemory } from '../merchant-lists/index.ts';
import type { Restrictions } from '../restrictions/index.ts';
import { createRuleMemory } from '../rules/index.ts';
import type { LoadedCard, LoadedLimits, LoadedSettings } from './authorization-store.ts';
import type { BankPrograms } from './bank-programs.ts';

/** How many of each kind are remembered; about 150 MB if every one of them has all controls set. */
const MOST_REMEMBERED = 100_000;

/** What was read under a version. */
export interface Remembered<T> {
  readonly version: number;
  readonly value: T;
}

/** Settings with the text of which they are made: defaults of a program go beneath it. */
export interface RememberedSettings extends Remembered<CardSettings> {
  readonly text: string;
}

/** Version 0 means that nothing was ever set. */
const NEVER_SET: RememberedSettings = { version: 0, value: NO_SETTINGS, text: '{}' };
const NO_RESTRICTIONS: Remembered<Restrictions> = { version: 0, value: [] };

/**
 * Settings and restrictions that were read before, ready to decide with. The database is asked each time whether the
 * version is still the one in force, and sends what changed; an entry is never trusted because it is recent. Only
 * committed data may be put in: the version number of a rolled-back transaction is given out again, with other content.
 */
export function createControlMemory() {
  // numbers as keys: they are found several times faster than bigints
  const settings = createLargeCache<number, RememberedSettings>({ most: MOST_REMEMBERED });
  const inherited = createLargeCache<number, { of: RememberedSettings; program: Program; value: CardSettings }>({
    most: MOST_REMEMBERED,
  });
  const programs = new Map<string, BankPrograms>();
  const limits = createLargeCache<number, { readonly text: string; readonly terms: readonly Limit[] }>({
    most: MOST_REMEMBERED,
  });
  const paid = createLargeCache<string, 1>({ most: MOST_REMEMBERED });
  const restrictions = createLargeCache<number, Remembered<Restrictions>>({ most: MOST_REMEMBERED });
  return {
    ownRules: createRuleMemory(),
    lists: createListsMemory(),
    knownSettings: (accountId: bigint) => settings.get(Number(accountId)) ?? NEVER_SET,
    knownRestrictions: (cardId: bigint) => restrictions.get(Number(cardId)) ?? NO_RESTRICTIONS,

    /** Where cards have paid: what is paid once stays so. */
    paid: { has: (place: string) => paid.get(place) !== undefined, add: (place: string) => void paid.set(place, 1) },

    /** Undefined where those of another edition are known. */
    programsAt(bankId: string, edition: bigint): BankPrograms | undefined {
      const known = programs.get(bankId);
      return known?.edition === edition ? known : undefined;
    },

    keepPrograms(bankId: string, read: BankPrograms): void {
      // another lane may have read a later one meanwhile
      if ((programs.get(bankId)?.edition ?? -1n) < read.edition) programs.set(bankId, read);
    },

    /** Settings with the defaults of a program. */
    withProgram(accountId: bigint, of: RememberedSettings, program: Program, { exponent }: Currency): CardSettings {
      const known = inherited.get(Number(accountId));
      if (known !== undefined && known.of === of && known.program === program) return known.value;
      const value = toCardSettings(withDefaults(JSON.parse(of.text) as StoredSettings, program, exponent), exponent);
      inherited.set(Number(accountId), { of, program, value });
      return value;
    },

    readSettings(row: LoadedSettings, currency: Currency): RememberedSettings {
      const value = toCardSettings(JSON.parse(row.settings), currency.exponent);
      const read = { version: row.version, value, text: row.settings };
      settings.set(Number(row.account_id), read);
      return read;
    },

    /** The limits of a row, which are the same objects as long as they are not changed. */
    readLimits({ account_id: accountId, limits: text }: LoadedLimits): readonly Limit[] {
      const known = limits.get(Number(accountId));
      if (known?.text === text) return known.terms;
      const terms = readTerms(text);
      limits.set(Number(accountId), { text, terms });
      return terms;
    },

    /** Whether accounts of the bank share limits, as far as is known: what decides asks the database. */
    sharesLimits: (bankId: string, now: Date): boolean => programs.get(bankId)?.at(now).sharesLimits ?? false,

    readRestrictions(row: LoadedCard, text: string): Restrictions {
      const value = JSON.parse(text) as Restrictions;
      restrictions.set(Number(row.card_id), { version: row.restrictions_version, value });
      return value;
    },
  };
}

export type ControlMemory = ReturnType<typeof createControlMemory>;
